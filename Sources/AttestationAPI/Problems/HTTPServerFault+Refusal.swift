import AttestationService
import HTTPServer

extension HTTPServerFault {
  /// The fault in the terms of the contract.
  var refusal: Refusal {
    switch self {
    case .bodyTooLarge(let limit): .tooLarge(limit)
    case .unanswered: .internalFault
    case .handlerTimeout: .deadlineExceeded
    case .stopping: .stopping
    case .malformed, .targetTooLong, .headersTooLarge, .requestTimeout:
      Refusal(
        code, stage: .request, category: .malformed, next: .fixRequest, title: "The request is not one this server reads.")
    }
  }
}
