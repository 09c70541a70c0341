import AttestationService
import Foundation
import HTTPServer
import Testing

@testable import AttestationAPI

@Suite("Problem details")
struct ProblemDetailsTests {
  @Test("have a status of their own class for each kind of refusal", arguments: RefusalCategory.allCases)
  func statuses(category: RefusalCategory) {
    let status = ProblemDetails.status(category)
    let isOurs = category == .unavailable || category == .internalFault
    #expect(isOurs ? status >= 500 : (400..<500).contains(status))
  }

  @Test("carry the contract's members, and nothing of the proof")
  func members() throws {
    let response = ProblemDetails.response(.overloaded, correlationID: "c-1")
    guard case .bytes(let body) = response.body else { return #expect(Bool(false)) }
    let object = try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
    #expect(
      Set(object.keys) == [
        "type", "title", "status", "code", "stage", "next", "correlation_id", "retry_after_seconds",
      ])
    #expect(object["next"] as? String == "wait")
    #expect(response.headers["Retry-After"] == "1")
    #expect(response.headers["Content-Type"] == "application/problem+json")
  }
}
