/// Where on its way a request was refused (the contract's `stage`; also in logs and events).
public enum Stage: String, Sendable, CaseIterable {
  case request
  case authentication
  case authorization
  case application
  case challenge
  case attestation
  case receipt
  case key
  case signature
  case assertion
  case counter
  case capacity
  case storage
  case service
}
