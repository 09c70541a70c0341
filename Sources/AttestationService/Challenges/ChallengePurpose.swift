/// What a challenge may be used for. One made for the other purpose is unknown.
public enum ChallengePurpose: String, Sendable, CaseIterable {
  case attestation
  case assertion

  /// The stable number in the database.
  public var number: Int16 { self == .attestation ? 1 : 2 }

  /// The lifetimes that a policy or a request may ask for, in seconds.
  public var lifetimes: ClosedRange<Int> { self == .attestation ? 60...172_800 : 10...3_600 }
}
