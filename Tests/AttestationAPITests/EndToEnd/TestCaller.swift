import AttestationService
import Foundation
import HTTPClient

/// A tenant's server that calls the API.
struct TestCaller: Sendable {
  let client: HTTPClient
  let base: String
  let tenant: TenantRecord
  let secret: String

  func call(
    _ method: String, _ path: String, _ body: String? = nil, headers: [(String, String)] = []
  ) async throws -> TestAnswer {
    var fields: [(String, String)] = secret.isEmpty ? [] : [("Authorization", "Bearer \(secret)")]
    if body != nil { fields.append(("Content-Type", "application/json")) }
    let request = HTTPClientRequest(
      method: method, url: base + path, headers: fields + headers, body: body.map { Array($0.utf8) } ?? [])
    let response = try await client.send(request)
    return TestAnswer(status: response.status, body: response.body)
  }

  /// The same caller with another secret.
  func with(secret: String) -> TestCaller { TestCaller(client: client, base: base, tenant: tenant, secret: secret) }
}

/// An answer of the API.
struct TestAnswer: Sendable {
  let status: Int
  let body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }

  subscript(_ name: String) -> String? {
    let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
    return object?[name].flatMap { $0 as? String ?? ($0 as? NSNumber)?.stringValue }
  }

  /// Status, code and next, as one text to compare.
  var verdict: String { status < 300 ? "\(status)" : "\(status) \(self["code"] ?? "?") \(self["next"] ?? "?")" }
}
