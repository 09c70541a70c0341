/// Lets one caller through at a time, in the order of their coming.
actor Turnstile {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Runs `work` when those before have finished.
  func pass<Result: Sendable>(_ work: @Sendable () async throws -> Result) async throws -> Result {
    await enter()
    defer { leave() }
    try Task.checkCancellation()
    return try await work()
  }

  private func enter() async {
    if !isTaken {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func leave() {
    if waiting.isEmpty {
      isTaken = false
    } else {
      waiting.removeFirst().resume()
    }
  }
}
