import AppleLab
import Cryptography
import Dispatch
import Locking

/// Signs requests with the keys of a load and keeps their counters. Used by one thread.
final class AssertionSigner {
  /// How many keys are kept at hand; a key that is not is derived again, which costs about as much as a signature.
  private static let cacheLimit = 100_000

  private let target: ServiceTarget
  private let keys: LoadKeys
  private let app: LabApp
  private let counterBase: UInt32
  private var counters: [Int: UInt32] = [:]
  private var cache: [Int: LabKey] = [:]
  private var nonces = NonceStock()

  init(target: ServiceTarget, keys: LoadKeys, counterBase: UInt32) {
    self.target = target
    self.keys = keys
    self.counterBase = counterBase
    app = LabApp(appID: target.appID, shape: .ios27)
  }

  /// The whole request that presents the next assertion of a key.
  func sign(keyIndex: Int, challenge: String) throws -> PreparedAssertion {
    var key = try key(keyIndex)
    key.counter = counters[keyIndex] ?? counterBase
    let hash = SHA256.hash(ServiceMessages.signedBytes(challenge: challenge))
    let assertion =
      if let nonce = nonces.take() {
        try app.generateAssertion(&key, clientDataHash: hash, nonce: nonce)
      } else {
        try app.generateAssertion(&key, clientDataHash: hash)
      }
    counters[keyIndex] = key.counter
    let body = ServiceMessages.assertion(
      account: keys.accountID(keyIndex), keyID: Base64.encode(key.keyID), challenge: challenge, assertion: assertion)
    return PreparedAssertion(
      request: target.post(.assertions, body: body), keyIndex: keyIndex, counter: key.counter)
  }

  /// Makes what signing so many requests needs of a device's own processor.
  func prepare(signatures: Int) throws {
    nonces = try NonceStock(count: signatures)
    try prepareKeys()
  }

  /// Derives keys on all processors before the clock starts: those that it would derive again and again stay out.
  private func prepareKeys() throws {
    let count = min(keys.count, Self.cacheLimit)
    let made = Locked<[Result<[Int: LabKey], any Error>]>([])
    let parts = stride(from: 0, to: count, by: 1_000).map { $0..<min($0 + 1_000, count) }
    DispatchQueue.concurrentPerform(iterations: parts.count) { [keys] part in
      let result = Result {
        try Dictionary(uniqueKeysWithValues: parts[part].map { ($0, try keys.key($0)) })
      }
      made.withLock { $0.append(result) }
    }
    for part in made.withLock({ $0 }) { cache.merge(try part.get()) { _, new in new } }
  }

  private func key(_ index: Int) throws -> LabKey {
    if let key = cache[index] { return key }
    let key = try keys.key(index)
    if cache.count < Self.cacheLimit { cache[index] = key }
    return key
  }
}
