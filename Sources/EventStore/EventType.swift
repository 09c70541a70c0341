/// The kinds of events: the one place where a name meets its number. The table `assay.event_types` says the same to
/// analysts, and a test holds the two together.
public enum EventType: Int16, Sendable, CaseIterable {
  /// A tenant was made.
  case tenantCreated = 1
  /// A tenant's status changed.
  case tenantChanged = 2
  /// A secret was made for a tenant.
  case secretCreated = 3
  /// A secret no longer works.
  case secretRevoked = 4
  /// An app was registered.
  case appCreated = 10
  /// An app's environments, platforms or policy changed.
  case appChanged = 11
  /// An app was deleted.
  case appDeleted = 12
  /// An account was seen for the first time with a verified key.
  case accountCreated = 20
  /// A key was attested and registered.
  case keyRegistered = 30
  /// An attestation was refused.
  case attestationRefused = 31
  /// A key was revoked.
  case keyRevoked = 32
  /// A signed request was accepted.
  case assertionAccepted = 40
  /// A signed request was refused.
  case assertionRefused = 41
  /// A receipt became its key's current one, or its absence was recorded.
  case receiptStored = 50
  /// A newer receipt from Apple verified and replaced the stored one.
  case receiptVerified = 51
  /// A receipt's risk metric was read.
  case riskMetricObserved = 52
  /// Apple has no data for the device; the last metric is kept and marked.
  case receiptStale = 53
  /// A receipt that had gone silent was served again.
  case receiptRevived = 54
  /// A receipt was set aside.
  case receiptQuarantined = 55
  /// What Apple sent did not verify.
  case receiptRefused = 56
  /// A receipt's time is over.
  case receiptExpired = 57
  /// An answer that nobody has described waits for a person.
  case receiptHeld = 58
  /// A key's metric rose to the app's threshold, or fell to the lower mark.
  case riskThresholdCrossed = 60
  /// A team's key for Apple was added.
  case teamKeyAdded = 61
  /// A team's key for Apple was removed.
  case teamKeyRemoved = 62
  /// Apple refuses a team's key.
  case appleCredentialRefused = 63
  /// Apple takes a team's key again.
  case appleCredentialRestored = 64
  /// A webhook was added.
  case webhookAdded = 65
  /// A webhook was removed.
  case webhookRemoved = 66
  /// Messages of a webhook were given up; they can be replayed.
  case webhookDeliveryFailed = 67
  /// A rollout was made.
  case rolloutCreated = 100
  /// A rollout began to let installations in.
  case rolloutStarted = 101
  /// A rollout was paused.
  case rolloutPaused = 102
  /// A rollout goes on.
  case rolloutResumed = 103
  /// A rollout was aborted.
  case rolloutAborted = 104
  /// An operator set a rate.
  case rolloutRateSet = 105
  /// The controller changed the pace.
  case rolloutPaceChanged = 106
  /// A larger share of installations is in.
  case rolloutShareGrew = 107
  /// A rollout reached its end.
  case rolloutCompleted = 108
  /// All rollouts were frozen.
  case rolloutsFrozen = 109
  /// The freeze was lifted.
  case rolloutsUnfrozen = 110
  /// An account was made through the device API.
  case deviceAccountCreated = 140
  /// An account of the device API was deleted; its key is free again.
  case deviceAccountDeleted = 141
  /// A token of such an account was made.
  case deviceTokenIssued = 142
  /// A token of such an account was revoked.
  case deviceTokenRevoked = 143
  /// An attestation sent to the device API was refused.
  case deviceAttestationRefused = 144
  /// An app's settings of the device API were changed.
  case deviceSettingsChanged = 145
  /// A device's two bits were set with Apple.
  case deviceBitsUpdated = 146
  /// Apple did not set a device's two bits, or it is not known whether it did.
  case deviceBitsUpdateFailed = 147

  /// The name in interfaces and in `assay.event_types`.
  public var name: String {
    switch self {
    case .tenantCreated: "tenant_created"
    case .tenantChanged: "tenant_changed"
    case .secretCreated: "secret_created"
    case .secretRevoked: "secret_revoked"
    case .appCreated: "app_created"
    case .appChanged: "app_changed"
    case .appDeleted: "app_deleted"
    case .accountCreated: "account_created"
    case .keyRegistered: "key_registered"
    case .attestationRefused: "attestation_refused"
    case .keyRevoked: "key_revoked"
    case .assertionAccepted: "assertion_accepted"
    case .assertionRefused: "assertion_refused"
    case .receiptStored: "receipt_stored"
    case .receiptVerified: "receipt_verified"
    case .riskMetricObserved: "risk_metric_observed"
    case .receiptStale: "receipt_stale"
    case .receiptRevived: "receipt_revived"
    case .receiptQuarantined: "receipt_quarantined"
    case .receiptRefused: "receipt_refused"
    case .receiptExpired: "receipt_expired"
    case .receiptHeld: "receipt_held"
    case .riskThresholdCrossed: "risk_threshold_crossed"
    case .teamKeyAdded: "team_key_added"
    case .teamKeyRemoved: "team_key_removed"
    case .appleCredentialRefused: "apple_credential_refused"
    case .appleCredentialRestored: "apple_credential_restored"
    case .webhookAdded: "webhook_added"
    case .webhookRemoved: "webhook_removed"
    case .webhookDeliveryFailed: "webhook_delivery_failed"
    case .rolloutCreated: "rollout_created"
    case .rolloutStarted: "rollout_started"
    case .rolloutPaused: "rollout_paused"
    case .rolloutResumed: "rollout_resumed"
    case .rolloutAborted: "rollout_aborted"
    case .rolloutRateSet: "rollout_rate_set"
    case .rolloutPaceChanged: "rollout_pace_changed"
    case .rolloutShareGrew: "rollout_share_grew"
    case .rolloutCompleted: "rollout_completed"
    case .rolloutsFrozen: "rollouts_frozen"
    case .rolloutsUnfrozen: "rollouts_unfrozen"
    case .deviceAccountCreated: "device_account_created"
    case .deviceAccountDeleted: "device_account_deleted"
    case .deviceTokenIssued: "device_token_issued"
    case .deviceTokenRevoked: "device_token_revoked"
    case .deviceAttestationRefused: "device_attestation_refused"
    case .deviceSettingsChanged: "device_settings_changed"
    case .deviceBitsUpdated: "device_bits_updated"
    case .deviceBitsUpdateFailed: "device_bits_update_failed"
    }
  }

  /// The type of a name, or nil.
  public init?(name: String) {
    guard let found = EventType.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}
