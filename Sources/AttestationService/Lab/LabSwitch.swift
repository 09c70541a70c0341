import AppAttest
import Foundation

/// What a server started as a lab grants, and no other server ever does: it accepts lab roots beside Apple's, and lets an
/// app pin the instant of verification and plant challenges. Every event of such a key is marked.
public final class LabSwitch: Sendable {
  let anchors: TrustAnchors
  let planted = PlantedChallenges()

  /// Throws the switch, with the roots of the lab.
  public init(anchors: TrustAnchors) { self.anchors = anchors }
}
