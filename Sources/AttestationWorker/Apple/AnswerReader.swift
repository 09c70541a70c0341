import AppAttest
import AttestationService
import Cryptography
import Foundation
import HTTPClient
import ReceiptRefresh

/// Reads what Apple answered, and verifies a new receipt before anything believes it ("Assessing fraud risk", steps 1–6).
struct AnswerReader: Sendable {
  let verifier: ReceiptVerifier

  struct Reading: Sendable {
    var answer: AppleAnswer
    var receipt: [UInt8] = []
  }

  func read(_ result: Result<HTTPClientResponse, HTTPClientError>, for work: ReceiptWork, at now: Date) -> Reading {
    switch result {
    case .success(let response): read(response, work, now)
    case .failure(let error) where error.code == .bodyTooLarge: Reading(answer: .unknown(code: "oversize"))
    case .failure(let error): Reading(answer: .unreachable(code: error.code.description))
    }
  }

  private func read(_ response: HTTPClientResponse, _ work: ReceiptWork, _ now: Date) -> Reading {
    let after = RetryAfter.seconds(response.header("retry-after"), at: now)
    switch response.status {
    case 200: return verify(response.body, work, now)
    case 304: return Reading(answer: .notModified)
    case 400: return Reading(answer: .badRequest(Self.reason(response.body)))
    case 401: return Reading(answer: .unauthorized)
    case 404: return Reading(answer: .notFound)
    case 429: return Reading(answer: .tooManyRequests(retryAfter: after))
    case 500...599: return Reading(answer: .serverError(status: response.status, retryAfter: after))
    case 300...399: return Reading(answer: .unknown(code: "redirect"))
    default: return Reading(answer: .unknown(code: "status_\(response.status)"))
    }
  }

  private func verify(_ body: [UInt8], _ work: ReceiptWork, _ now: Date) -> Reading {
    guard let bytes = Base64.decode(utf8: body), !bytes.isEmpty else {
      return Reading(answer: .refused(code: "receipt_not_base64"))
    }
    guard let key = try? P256PublicKey(x963: work.publicKey) else {
      return Reading(answer: .refused(code: "stored_key_unreadable"))
    }
    let expectation = ReceiptExpectation(
      appIDs: [work.appID], publicKey: key, kind: .receipt, environment: work.environment, arrivedAt: now)
    do throws(ReceiptRefusal) {
      let fields = try verifier.verify(bytes, against: expectation, at: now).fields
      let fresh = FreshReceipt(
        createdAt: fields.createdAt, notBefore: fields.notBefore, expiresAt: fields.expiresAt,
        metric: fields.riskMetric ?? 0)
      return Reading(answer: .fresh(fresh), receipt: bytes)
    } catch {
      return Reading(answer: .refused(code: error.code))
    }
  }

  /// The body of a 400 is not documented; it is only searched for the words of Apple's table.
  private static func reason(_ body: [UInt8]) -> AppleAnswer.BadRequest {
    let text = String(decoding: body.prefix(1_024), as: UTF8.self).lowercased()
    if text.contains("environment") { return .incorrectEnvironment }
    return text.contains("payload") ? .badPayload : .unspecified
  }
}
