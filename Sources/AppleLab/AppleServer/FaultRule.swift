/// A fault with the requests that it concerns.
public struct FaultRule: Sendable {
  /// What goes wrong.
  public var fault: AppleFault
  /// Only for this team; nil for all.
  public var team: String?
  /// Only for this receipt token (field 5); nil for all.
  public var token: String?
  /// Only for every n-th request that matches.
  public var every: Int
  /// For so many requests; nil until it is cleared.
  public var times: Int?
  var matched = 0

  /// A rule.
  public init(_ fault: AppleFault, team: String? = nil, token: String? = nil, every: Int = 1, times: Int? = nil) {
    self.fault = fault
    self.team = team
    self.token = token
    self.every = max(1, every)
    self.times = times
  }

  mutating func applies(to receipt: SubmittedReceipt?) -> Bool {
    if let team, team != receipt?.team { return false }
    if let token, token != receipt?.content.token { return false }
    if let times, times <= 0 { return false }
    matched += 1
    guard matched % every == 0 else { return false }
    times = times.map { $0 - 1 }
    return true
  }
}
