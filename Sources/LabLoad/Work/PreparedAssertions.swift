import AppleLab
import Cryptography
import Dispatch
import Locking

/// Signed requests, ready to be sent.
struct PreparedAssertion: Sendable {
  let request: [UInt8]
  let keyIndex: Int
  let counter: UInt32
}

/// Signs assertions on all processors, before the clock starts.
enum PreparedAssertions {
  /// For each connection, the requests in the order in which their counters rise.
  static func make(
    target: ServiceTarget, keys: LoadKeys, plans: [[Int]], challenges: [[String]], counterBase: UInt32
  ) throws -> [[PreparedAssertion]] {
    let results = Locked<[Result<[PreparedAssertion], any Error>?]>(Array(repeating: nil, count: plans.count))
    DispatchQueue.concurrentPerform(iterations: plans.count) { connection in
      let result = Result {
        try prepare(target, keys, plans[connection], challenges[connection], counterBase)
      }
      results.withLock { $0[connection] = result }
    }
    return try results.withLock { try $0.compactMap { try $0?.get() } }
  }

  private static func prepare(
    _ target: ServiceTarget, _ keys: LoadKeys, _ plan: [Int], _ challenges: [String], _ counterBase: UInt32
  ) throws -> [PreparedAssertion] {
    let signer = AssertionSigner(target: target, keys: keys, counterBase: counterBase)
    return try zip(plan, challenges).map { index, challenge in
      try signer.sign(keyIndex: index, challenge: challenge)
    }
  }
}
