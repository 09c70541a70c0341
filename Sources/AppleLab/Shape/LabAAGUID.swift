/// The AAGUIDs of App Attest.
public enum LabAAGUID: Sendable {
  /// `appattest` and seven zero bytes.
  case production
  /// `appattestdevelop`.
  case development
  /// `appattestsandbox`.
  case sandbox

  /// The sixteen bytes.
  public var bytes: [UInt8] {
    switch self {
    case .production: [UInt8]("appattest".utf8) + [UInt8](repeating: 0, count: 7)
    case .development: [UInt8]("appattestdevelop".utf8)
    case .sandbox: [UInt8]("appattestsandbox".utf8)
    }
  }
}
