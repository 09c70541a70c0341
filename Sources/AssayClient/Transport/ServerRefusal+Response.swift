import Foundation

extension ServerRefusal {
  private struct Problem: Decodable {
    let code: String?
    let stage: String?
    let next: String?
    let correlation_id: String?
  }

  /// The refusal in a response, or nil when the response is none.
  ///
  /// An answer of 429 or 5xx without advice is the server's trouble, never the key's: it reads as `wait`.
  public init?(_ response: ClientResponse) {
    guard !(200..<300).contains(response.status) else { return nil }
    let problem = try? JSONDecoder().decode(Problem.self, from: response.body)
    let transient = response.status == 429 || response.status >= 500
    self.init(
      status: response.status,
      code: problem?.code ?? "http_\(response.status)",
      stage: problem?.stage,
      advice: problem?.next.flatMap(Advice.init(rawValue:)) ?? (transient ? .wait : nil),
      retryAfterSeconds: response.header("Retry-After").flatMap(Double.init).map { max(0, $0) },
      correlationID: problem?.correlation_id)
  }
}
