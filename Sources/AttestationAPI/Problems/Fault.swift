import AttestationService
import Telemetry

/// What callers are told of an error.
enum Fault {
  /// A refusal stays what it is; a lost database is `wait`; anything else is a bare internal fault.
  static func refusal(for error: any Error, correlationID: String) -> Refusal {
    if let refusal = error as? Refusal { return refusal }
    return StorageFault.refusal(for: error) ?? .internalFault
  }
}
