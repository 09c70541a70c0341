import Timing

/// "May I attest?", as an app's backend passes it on.
public struct AdmissionQuestion: Sendable {
  /// Whose app it is.
  public let tenant: Int64
  /// The app.
  public let app: AppRecord
  /// The tenant's name of the installation.
  public let installation: String
  /// For whom; the challenge is bound to this account, or to the installation's name when there is none.
  public let account: String?
  /// What `isSupported` says on the device.
  public let isSupported: Bool
  /// The error of the last attempt, as the app saw it.
  public let lastError: String?
  /// After this instant nobody waits for the answer any more.
  public let deadline: Uptime

  /// Collects the question.
  public init(
    tenant: Int64, app: AppRecord, installation: String, account: String?, isSupported: Bool, lastError: String?,
    deadline: Uptime
  ) {
    self.tenant = tenant
    self.app = app
    self.installation = installation
    self.account = account
    self.isSupported = isSupported
    self.lastError = lastError
    self.deadline = deadline
  }

  var boundAccount: String { account ?? installation }
  var report: String { isSupported ? lastError ?? "" : "unsupported" }
}
