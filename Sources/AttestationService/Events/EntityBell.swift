/// Wakes those who follow an account's stream: when the database says that something was appended, and now and then
/// anyway, since a notification may be lost.
actor DeviceEventBell {
  /// An account, as notifications name it.
  struct Account: Hashable, Sendable {
    let tenant: Int64
    let number: Int64

    init(tenant: Int64, number: Int64) {
      self.tenant = tenant
      self.number = number
    }

    /// Reads `tenant:number`.
    init?(payload: String) {
      let parts = payload.split(separator: ":").compactMap { Int64($0) }
      guard parts.count == 2 else { return nil }
      self.init(tenant: parts[0], number: parts[1])
    }
  }

  private struct Follower {
    var count = 0
    var strokes: UInt64 = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private var followers: [Account: Follower] = [:]

  /// Begins to count strokes for an account.
  func follow(_ account: Account) {
    followers[account, default: Follower()].count += 1
  }

  /// Ends it.
  func leave(_ account: Account) {
    followers[account]?.count -= 1
    if followers[account]?.count == 0 { followers[account] = nil }
  }

  /// The number of strokes so far. Taken before reading, so that what is appended meanwhile is not slept over.
  func strokes(for account: Account) -> UInt64 {
    followers[account]?.strokes ?? 0
  }

  /// Waits for the next stroke after that number, or for the next round.
  func wait(for account: Account, after strokes: UInt64) async {
    guard let follower = followers[account], follower.strokes == strokes else { return }
    await withCheckedContinuation { followers[account]?.waiting.append($0) }
  }

  /// Something was appended for this account.
  func ring(_ account: Account) {
    followers[account]?.strokes += 1
    wake(account)
  }

  /// Wakes everybody.
  func ringAll() {
    for account in followers.keys { wake(account) }
  }

  private func wake(_ account: Account) {
    let waiting = followers[account]?.waiting ?? []
    followers[account]?.waiting = []
    waiting.forEach { $0.resume() }
  }
}
