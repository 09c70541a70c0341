import Foundation

/// A request that is not answered as asked: what the app is told.
struct Rejection: Error {
  let status: Int
  let code: String
  let stage: String
  let next: String
  var correlationID: String?
  var retryAfter: String?

  static let noSession = Rejection(status: 401, code: "no_session", stage: "session", next: "stop")
  static let missingProof = Rejection(status: 401, code: "proof_missing", stage: "proof", next: "fix_request")
  static let notFound = Rejection(status: 404, code: "not_found", stage: "request", next: "fix_request")
  static let wrongMethod = Rejection(status: 405, code: "method_not_allowed", stage: "request", next: "fix_request")
  static let malformed = Rejection(status: 400, code: "malformed", stage: "request", next: "fix_request")
  /// Assay does not answer. The key is not to blame.
  static let unavailable = Rejection(
    status: 503, code: "verification_unavailable", stage: "service", next: "wait", retryAfter: "2")

  static func shop(_ objection: Shop.Objection) -> Rejection {
    Rejection(status: 422, code: objection.rawValue, stage: "checkout", next: "fix_request")
  }
}
