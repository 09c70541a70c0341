import AppleLab
import Cryptography
import Dispatch
import Locking

/// Nonces made on all processors before the clock starts. Used by one thread.
struct NonceStock {
  private var nonces: [P256SignatureNonce] = []

  init() {}

  /// Makes so many.
  init(count: Int) throws {
    let key = try LabKey().privateKey
    let made = Locked<[Result<[P256SignatureNonce], any Error>]>([])
    let part = 1_000
    DispatchQueue.concurrentPerform(iterations: (count + part - 1) / part) { _ in
      let result = Result { try (0..<part).map { _ in try P256SignatureNonce(for: key) } }
      made.withLock { $0.append(result) }
    }
    nonces = try made.withLock { try $0.flatMap { try $0.get() } }
  }

  /// One of them; nil when there are no more.
  mutating func take() -> P256SignatureNonce? { nonces.popLast() }
}
