/// Refusals that concern who asks, and what he may see.
extension Refusal {
  /// No secret, one that is not well formed, or one that nobody has.
  public static let unauthenticated = Refusal(
    "unauthenticated", stage: .authentication, category: .unauthenticated, next: .stop,
    title: "A valid tenant secret is needed: Authorization: Bearer ask_…")

  /// The tenant is suspended.
  public static let tenantSuspended = Refusal(
    "tenant_suspended", stage: .authentication, category: .forbidden, next: .stop, title: "This tenant is suspended.")

  /// The secret is right and lacks the scope.
  public static func missingScope(_ scope: String) -> Refusal {
    Refusal(
      "missing_scope", stage: .authorization, category: .forbidden, next: .stop,
      title: "This secret lacks the scope \(scope).")
  }

  /// No app of this tenant has that id. Another tenant's app answers the same.
  public static let unknownApp = Refusal(
    "unknown_app", stage: .application, category: .notFound, next: .fixRequest, title: "This tenant has no such app.")

  /// The tenant already has this app.
  public static let appExists = Refusal(
    "app_exists", stage: .application, category: .conflict, next: .fixRequest,
    title: "This tenant already has this app.")

  /// Others keep changing the app at the same moment.
  public static let appChanging = Refusal(
    "app_changing", stage: .application, category: .conflict, next: .wait,
    title: "The app is being changed by others; nothing was changed.", retryAfterSeconds: 1)

  /// An app that still has keys is not deleted.
  public static let appHasKeys = Refusal(
    "app_has_keys", stage: .application, category: .conflict, next: .fixRequest,
    title: "The app still has keys that are not revoked.")

  /// The feature works only on a server that was started with the lab switch.
  public static func labOnly(_ pointer: String) -> Refusal {
    Refusal(
      "lab_only", stage: .application, category: .invalid, next: .fixRequest,
      title: "This field works only on a lab server.", pointer: pointer)
  }
}
