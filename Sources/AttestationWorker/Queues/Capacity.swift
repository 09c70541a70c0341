/// How much may be under way; whoever finds no room waits for some.
actor Capacity {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ limit: Int) {
    free = limit
  }

  /// Takes room for up to `limit`, at least for one.
  func take(upTo limit: Int) async -> Int {
    while free == 0 { await withCheckedContinuation { waiting.append($0) } }
    let taken = min(limit, free)
    free -= taken
    return taken
  }

  func give(back count: Int) {
    free += count
    let woken = waiting
    waiting = []
    for continuation in woken { continuation.resume() }
  }
}
