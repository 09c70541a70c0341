import Foundation
import Testing

@testable import AttestationAPI

@Suite("The router")
struct RouterTests {
  private let router: Router<String> = {
    var router = Router<String>()
    for operation in Operation.all { router.add(method: operation.method, pattern: operation.pattern, operation.id) }
    return router
  }()

  @Test("finds every operation by its own method and path", arguments: Operation.all.map(\.id))
  func finds(id: String) throws {
    let operation = try #require(Operation.all.first { $0.id == id })
    let path = operation.pattern.names.reduce(operation.pattern.text) {
      $0.replacingOccurrences(of: "{\($1)}", with: "value%2F1")
    }
    guard case .found(let found, let parameters) = router.find(method: operation.method, path: path) else {
      return #expect(Bool(false), "not found: \(path)")
    }
    #expect(found == id)
    #expect(parameters == operation.pattern.names.map { _ in "value/1" })
  }

  @Test("names the methods that a path takes")
  func wrongMethod() {
    guard case .wrongMethod(let allowed) = router.find(method: "PUT", path: "/v1/apps") else {
      return #expect(Bool(false))
    }
    #expect(allowed == ["GET", "POST"])
  }

  @Test(
    "finds nothing for a path that only resembles one",
    arguments: ["", "v1/apps", "/v1/apps/", "/v1//apps", "/V1/apps", "/v1/apps/x/", "/v1/apps/%ZZ", "/v1/%61pps", "*"])
  func nothing(path: String) {
    guard case .nothing = router.find(method: "GET", path: path) else { return #expect(Bool(false), "found: \(path)") }
  }
}
