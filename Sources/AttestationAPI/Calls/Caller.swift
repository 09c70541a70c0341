import AttestationService
import Foundation
import HTTPServer
import Timing

/// One request on its way through the API. A class, because it goes from hand to hand.
final class Caller: Sendable {
  let operation: Operation
  /// The named parts of the path, decoded, in the order of the path.
  let parameters: [String]
  let request: HTTPRequest
  let correlationID: String
  let principal: Principal
  /// After this instant nobody waits for the answer any more.
  let deadline: Uptime

  var tenant: Int64 { principal.tenant }

  init(
    operation: Operation, parameters: [String], request: HTTPRequest, correlationID: String, principal: Principal,
    deadline: Uptime
  ) {
    self.operation = operation
    self.parameters = parameters
    self.request = request
    self.correlationID = correlationID
    self.principal = principal
    self.deadline = deadline
  }
}
