import AttestationService
import Pacing

extension UnjudgeableStep {
  /// What on-call should know of it before they create the rollout.
  var warning: String {
    let least = enough.map { RolloutRecord.percent($0.fraction, roundedUp: true) }
    let mend = least.map { "Give it at least \($0), or open" } ?? "Open"
    return "Warning: step \(number), \(RolloutRecord.percent(share.fraction)), holds about \(installations) "
      + "installations, and the controller judges no gate by fewer than \(needed) outcomes: the ramp will stand still "
      + "there. \(mend) the next step by hand, with `step`."
  }
}
