import Foundation

/// An answer of the service: its status and its JSON object.
struct ServiceReply {
  let status: Int
  let object: [String: Any]

  init(status: Int, body: [UInt8]) {
    self.status = status
    object = (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
  }

  func text(_ member: String) -> String? { object[member] as? String }

  var isAccepted: Bool { (200..<300).contains(status) }

  /// Accepted, or the code of the refusal.
  var verdict: String {
    isAccepted ? "accepted" : text("code") ?? "status_\(status)"
  }
}
