import Foundation
import HTTPServer

/// The answers of the backend.
enum Replies {
  static func json(_ status: Int, _ value: some Encodable) throws -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return HTTPResponse(
      status: status, headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
      body: [UInt8](try encoder.encode(value)))
  }

  /// An answer of Assay, as it came.
  static func passed(_ answer: AssayService.Answer) -> HTTPResponse {
    HTTPResponse(
      status: answer.status, headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
      body: [UInt8](answer.body))
  }

  /// Problem details, with what `AssayClient` reads: code, stage, advice.
  static func rejection(_ rejection: Rejection) -> HTTPResponse {
    var headers: HTTPHeaders = ["Content-Type": "application/problem+json", "Cache-Control": "no-store"]
    if let seconds = rejection.retryAfter { headers.add("Retry-After", seconds) }
    let problem = Problem(
      code: rejection.code, stage: rejection.stage, next: rejection.next, correlation_id: rejection.correlationID)
    let body = (try? JSONEncoder().encode(problem)) ?? Data()
    return HTTPResponse(status: rejection.status, headers: headers, body: [UInt8](body))
  }
}
