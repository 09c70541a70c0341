extension AssayProgram {
  /// The commands about webhooks.
  static let webhooks: [any Command.Type] = [
    WebhookAddCommand.self, WebhookListCommand.self, WebhookRemoveCommand.self, WebhookTestCommand.self,
    WebhookDeadLettersCommand.self, WebhookReplayCommand.self,
  ]
}
