import Foundation
import HTTPServer

/// The backend: registration passed on to Assay, and everything else only with a proof.
///
/// The order is session, proof, route. A method or a path that the proof was not made for fails at the proof, before
/// anybody asks whether it exists.
public struct CheckoutHandler: HTTPHandler {
  static let operation = "checkout.calculate"

  private let sessions: Sessions
  private let shop: Shop
  private let desk: RegistrationDesk
  private let proof: ProofCheck
  private let log: StageLog

  /// A backend over Assay.
  public init(assay: AssayService, sessions: Sessions = .sample, shop: Shop = .sample, log: StageLog = .standardError) {
    self.sessions = sessions
    self.shop = shop
    self.log = log
    desk = RegistrationDesk(assay: assay)
    proof = ProofCheck(assay: assay)
  }

  /// An attestation with its base64 fits, with room for the rest.
  public func bodyLimit(for head: HTTPRequestHead) -> Int { 64 * 1024 }

  /// Answers one request.
  public func handle(_ request: HTTPRequest, _ respond: HTTPResponder) {
    // The responder owns the task: it is answered once, and a dropped one answers 500.
    Task {
      do {
        respond.complete(try await answer(to: request))
      } catch {
        let rejection = error as? Rejection ?? .unavailable
        log.note(rejection, request)
        respond.complete(Replies.rejection(rejection))
      }
    }
  }

  private func answer(to request: HTTPRequest) async throws -> HTTPResponse {
    guard let account = sessions.account(of: request) else { throw Rejection.noSession }
    if request.path.hasPrefix("/attest/") { return try await desk.answer(to: request, account: account) }
    try await proof.verify(request, account: account, operation: Self.operation)
    guard request.path == "/calculate" else { throw Rejection.notFound }
    guard request.method == "POST" else { throw Rejection.wrongMethod }
    return try calculate(request, for: account)
  }

  private func calculate(_ request: HTTPRequest, for account: String) throws -> HTTPResponse {
    guard let calculation = try? JSONDecoder().decode(CheckoutCalculation.self, from: Data(request.body)) else {
      throw Rejection.malformed
    }
    do {
      return try Replies.json(200, shop.total(calculation, for: account))
    } catch let objection as Shop.Objection {
      throw Rejection.shop(objection)
    }
  }
}
