import AppAttest
import AppleLab
import Cryptography
import Foundation
import HTTPServer
import LabLoad

/// A fake service on a port of its own, with a lab that it trusts.
struct RunningService {
  static let appID = "1234567890.com.example.app"

  let authorities: LabAuthorities
  let service: FakeService
  let server: HTTPServer

  init() throws {
    authorities = try LabAuthorities.create(at: Date())
    let anchors = TrustAnchors(
      attestation: [try Certificate(der: authorities.attestationRoot.certificate.der)],
      receipt: [try Certificate(der: authorities.receiptRoot.certificate.der)])
    service = FakeService(appID: Self.appID, anchors: anchors)
    server = HTTPServer(configuration: HTTPServerConfiguration(), handler: service)
    try server.start()
  }

  var address: String { "http://127.0.0.1:\(server.port)" }

  func stop() { server.stop() }

  func target() throws -> ServiceTarget {
    guard let target = ServiceTarget(api: address, secret: "ask_test", appID: Self.appID)
    else { throw CocoaError(.coderInvalidValue) }
    return target
  }

  /// Runs blocking work on a thread of its own, since the pool of tasks must not wait.
  static func onThread<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Swift.Result { try work() }) }
    }
  }
}
