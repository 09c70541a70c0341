import AttestationService
import Foundation
import HTTPServer

/// One request on its way through the API.
struct Caller: Sendable {
  let operation: Operation
  /// The named parts of the path, decoded, in the order of the path.
  let parameters: [String]
  let request: HTTPRequest
  let correlationID: String
  let principal: Principal

  var tenant: Int64 { principal.tenant }
  /// After this instant nobody waits for the answer any more.
  let deadline: ContinuousClock.Instant
}
