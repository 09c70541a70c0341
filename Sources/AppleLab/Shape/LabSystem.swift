/// The system a device runs, as extension 8.7 of its leaf tells it.
public struct LabSystem: Sendable {
  /// For example `27.0.1`.
  public var version: String
  /// For example `24A352`; older systems do not tell.
  public var build: String?
  /// For example `iphoneos`; systems before 26 do not tell.
  public var platform: String?
}
