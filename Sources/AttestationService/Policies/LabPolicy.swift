import Foundation

/// What only a lab server grants an app.
public struct LabPolicy: Codable, Sendable, Equatable {
  /// The instant at which everything of this app is verified, in place of now.
  public var verificationInstant: String?

  /// Pins the instant (RFC 3339).
  public init(verificationInstant: String? = nil) { self.verificationInstant = verificationInstant }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case verificationInstant = "verification_instant"
  }

  /// Reads the policy; an unknown field or an instant that is none is refused.
  public init(from decoder: any Decoder) throws {
    let fields = try StrictFields<CodingKeys>(decoder)
    self.init()
    try fields.read(.verificationInstant, into: &verificationInstant)
    try fields.require(.verificationInstant, verificationInstant == nil || instant != nil)
  }

  /// The pinned instant.
  public var instant: Date? { verificationInstant.flatMap(Timestamp.parse) }
}
