/// Where an app runs. A Mac is judged by Mac rules only when the app is registered for it, never because a client says so.
public enum AppPlatform: String, Codable, Sendable, CaseIterable {
  case ios
  case tvos
  case watchos
  case visionos
  case macos
}
