import AttestationService

/// The shapes that stand in the document's components, and the parts that several of them share.
extension Schema {
  static let appIDPattern = "^[0-9A-Za-z]{10}\\.[0-9A-Za-z._-]{1,200}$"
  static let accountID = text(description: "The tenant's own name of the account, 1 to 128 bytes.")
  static let environments = list(
    word(DeviceEnvironment.allCases.map(\.rawValue), description: "Apple's environment."),
    description: "Accepted environments; production unless given.")
  static let platforms = list(
    word(AppPlatform.allCases.map(\.rawValue), description: "Where the app runs."),
    description: "The app's platforms; ios unless given.")

  static let binding = object(
    [
      .required("method", text(description: "The method, as signed.")),
      .required("path_and_query", text(description: "Percent-encoded, as signed.")),
      .required("body_sha256", bytes(description: "SHA-256 of the raw body.", maximum: 32)),
    ], description: "Request binding, version 1.")
  static let bindingFields = binding.fieldNames

  static let components: [(String, Schema)] =
    [
      ("Problem", problem), ("Policy", policy), ("App", app),
      ("Apps", object([.required("apps", list(reference("App"), description: "All apps."))], description: "The apps.")),
      ("Challenge", challenge), ("Key", key), ("Assertion", assertion), ("Event", event), ("Events", events),
    ] + rolloutComponents + deviceAccountComponents + [("DeviceBits", deviceBits)]

  private static let problem = object(
    [
      .required("type", text(description: "urn:assay:problem: and the code.")),
      .required("title", text(description: "One sentence for people.")),
      .required("status", integer(400...599, description: "The HTTP status.")),
      .required("code", text(description: "Stable, snake_case.")),
      .required("stage", word(Stage.allCases.map(\.rawValue), description: "Where the request was refused.")),
      .required("next", word(NextStep.allCases.map(\.rawValue), description: "What the caller should do.")),
      .required("correlation_id", text(description: "The same as in logs and events.")),
      .optional("pointer", text(description: "JSON pointer of the field at fault.")),
      .optional("retry_after_seconds", integer(1...3_600, description: "With next: wait.")),
    ], description: "RFC 9457 problem details.")

  private static let policy = object(
    [
      .optional(
        "client_data_hash",
        word(ClientDataHashRule.allCases.map(\.rawValue), description: "How the client data hash is formed.")),
      .optional(
        "validation_categories",
        object(
          [
            .optional("production", list(integer(1...10, description: "A category."), description: "Default 2 and 4.")),
            .optional("development", list(integer(1...10, description: "A category."), description: "Default 3.")),
          ], description: "Accepted validation categories.")),
      .optional(
        "missing_extension", word(MissingExtensionRule.allCases.map(\.rawValue), description: "A missing extension.")),
      .optional("bundle_version", anything(description: "\"any\", {\"one_of\": […]} or {\"at_least\": \"1.2\"}.")),
      .optional(
        "challenge_lifetimes",
        object(
          [
            .optional("attestation_seconds", integer(60...172_800, description: "Default 86,400.")),
            .optional("assertion_seconds", integer(10...3_600, description: "Default 120.")),
          ], description: "Lifetimes of challenges.")),
      .optional(
        "mac_signing_identifiers", list(text(description: "Without the team."), description: "Only for macOS apps.")),
      .optional(
        "unknown_platform",
        word(UnknownPlatformRule.allCases.map(\.rawValue), description: "Nothing signed tells a Mac from a device.")),
      .optional("receipt", word(ReceiptRule.allCases.map(\.rawValue), description: "A missing or bad receipt.")),
      .optional("client_data_challenge_pointer", text(description: "JSON pointer; default /challenge.")),
      .optional(
        "lab",
        object(
          [.optional("verification_instant", instant(description: "In place of now."))],
          description: "Lab servers only.")),
    ], description: "How an app's proofs are judged. Every field has a safe default.")

  private static let app = object(
    [
      .required("app_id", text(description: "PREFIX.bundle.identifier", pattern: appIDPattern)),
      .required("environments", environments), .required("platforms", platforms),
      .required("policy", reference("Policy")),
      .required("created_at", instant(description: "When it was registered.")),
      .required("updated_at", instant(description: "When it last changed.")),
    ], description: "An app.")

  private static let challenge = object(
    [
      .required("challenge", bytes(description: "These bytes are the challenge.", maximum: 1_024)),
      .required("expires_at", instant(description: "When it stops being valid.")),
      .required("expires_in", integer(0...172_800, description: "Seconds until then.")),
    ], description: "A challenge.")

  private static let assertion = object(
    [
      .required("counter", integer(1...4_294_967_295, description: "The accepted counter.")),
      .required("key", reference("Key")), .required("signals", signals),
    ], description: "An accepted signed request.")

  private static let event = object(
    [
      .required("cursor", text(description: "Opaque; give it as `after`.")),
      .required("type", text(description: "The type of the event.")),
      .required("stream", text(description: "The entity it happened to.")),
      .required("version", integer(1...Int.max, description: "Its place in the stream.")),
      .required("at", instant(description: "When it was recorded.")),
      .required("lab", bool(description: "True when lab roots were accepted.")),
      .optional("counter", integer(0...4_294_967_295, description: "The asserted counter.")),
      .optional("subject", text(description: "The other entity concerned.")),
      .optional("refusal", text(description: "The code, when something was refused.")),
      .optional("correlation_id", text(description: "The request.")),
      .optional("data", anything(description: "What the type needs beyond that.")),
    ], description: "An event.")

  private static let events = object(
    [
      .required("events", list(reference("Event"), description: "In cursor order.")),
      .required("next_cursor", text(description: "Give it as `after` for what follows.")),
    ], description: "A page of the feed.")
}
