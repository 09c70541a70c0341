/// Why a ramp is refused; nothing is changed by a refused ramp.
public enum RampProblem: String, Error, Sendable, Equatable, CaseIterable {
  /// A ramp of steps has none.
  case noSteps = "ramp_without_steps"
  /// A step's share is not greater than the one before.
  case goesDown = "ramp_goes_down"
  /// The last step does not let everybody in.
  case endsEarly = "ramp_ends_early"
  /// A soak time or a duration is negative or longer than five years.
  case durationOutOfRange = "ramp_duration_out_of_range"
  /// The daily window is empty or not made of minutes of a day.
  case windowInvalid = "window_invalid"
  /// The start, the end or a freeze lies in the past, or ends before it begins.
  case windowInThePast = "window_in_the_past"
}
