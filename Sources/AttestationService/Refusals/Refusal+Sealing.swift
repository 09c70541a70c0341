extension Refusal {
  /// A team's key that is none, or not one for Apple's services.
  static func teamKey(_ error: TeamKeyError) -> Refusal {
    let pointer: String? =
      switch error {
      case .notPKCS8, .wrongCurve: "/private_key"
      case .badTeam: "/team_id"
      case .badKeyID: "/key_id"
      case .otherMasterKey, .missing: nil
      }
    return Refusal(
      error.code, stage: .request, category: .invalid, next: .fixRequest, title: error.description, pointer: pointer)
  }

  /// The team has no key of that name.
  static let unknownTeamKey = Refusal(
    "team_key_unknown", stage: .application, category: .notFound, next: .fixRequest,
    title: "The tenant has no team key of this name.")

  /// Nothing can be sealed before a worker has published what it opens.
  static let noSealingKey = Refusal(
    "sealing_key_missing", stage: .service, category: .unavailable, next: .wait,
    title: "No worker has published a sealing key yet; nothing secret can be stored before that.",
    retryAfterSeconds: 30)

  /// The address of a webhook that cannot be used.
  static func webhookAddress(_ problem: WebhookAddress.Problem) -> Refusal {
    Refusal(
      problem.code, stage: .request, category: .invalid, next: .fixRequest, title: problem.description, pointer: "/url")
  }

  /// The tenant has no webhook of that name.
  static let unknownWebhook = Refusal(
    "webhook_unknown", stage: .application, category: .notFound, next: .fixRequest,
    title: "The tenant has no webhook of this name.")

  /// The tenant has as many webhooks as it may have.
  static let tooManyWebhooks = Refusal(
    "too_many_webhooks", stage: .application, category: .conflict, next: .fixRequest,
    title: "The tenant has 16 webhooks already: remove one.")
}
