/// Which of Apple's two hosts is asked.
public enum AppleHost: String, Sendable, CaseIterable {
  /// `data.appattest.apple.com`.
  case production
  /// `data-development.appattest.apple.com`.
  case development

  /// What field 7 of its receipts says.
  var receiptEnvironment: String { self == .production ? "production" : "sandbox" }
}
