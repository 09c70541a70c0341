import Foundation
import Postgres

/// Batches of assertions for `record_assertions`, as the API would make them.
public struct TestAssertions: Sendable {
  /// One assertion.
  public struct Row: Sendable {
    /// The key's id; 0 is an unknown key.
    public var key: Int64
    /// The challenge's id.
    public var challenge: Int64
    /// As asserted.
    public var counter: Int64
    /// What the signature check said; empty is nothing.
    public var refusal: String
    /// Whether the extensions were shown.
    public var extensions: Bool

    /// Describes one assertion.
    public init(key: Int64, challenge: Int64, counter: Int64, refusal: String = "", extensions: Bool = false) {
      self.key = key
      self.challenge = challenge
      self.counter = counter
      self.refusal = refusal
      self.extensions = extensions
    }
  }

  /// Whose they are.
  public let tenant: Int64
  /// The app of the challenges.
  public let app: Int64
  /// When all challenges of this helper expire.
  public let expiry: Date
  private static let secret = [UInt8](repeating: 9, count: 32)

  /// Prepares for a tenant.
  public init(_ tenant: TestTenant, expiry: Date? = nil) {
    self.tenant = tenant.tenant
    app = tenant.app
    self.expiry = expiry ?? Date(timeIntervalSince1970: (Date().timeIntervalSince1970 + 1800).rounded())
  }

  /// Issues challenges.
  public func issue(_ count: Int) -> PostgresStatement {
    PostgresStatement(
      "select * from assay.issue_challenges($1, $2, $3, $4, $5, $6, $7)",
      [
        .int8(tenant), .int8Array(.init(repeating: app, count: count)), .int2Array(.init(repeating: 2, count: count)),
        .textArray(.init(repeating: TestTenant.account, count: count)),
        .textArray(.init(repeating: TestTenant.operation, count: count)),
        .timestampArray(.init(repeating: expiry, count: count)),
        .bytesArray(.init(repeating: TestAssertions.secret, count: count)),
      ])
  }

  /// Records assertions.
  public func record(_ rows: [Row]) -> PostgresStatement {
    PostgresStatement(
      "select * from assay.record_assertions($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
      [
        .int8(tenant), .int8Array(rows.map(\.key)), .int8Array(rows.map(\.challenge)),
        .timestampArray(rows.map { _ in expiry }), .bytesArray(rows.map { _ in TestAssertions.secret }),
        .int8Array(rows.map { _ in app }), .textArray(rows.map { _ in TestTenant.account }),
        .textArray(rows.map { _ in TestTenant.operation }), .int8Array(rows.map(\.counter)),
        .textArray(rows.map(\.refusal)), .boolArray(rows.map(\.extensions)),
        .textArray(rows.map { _ in "correlation" }),
      ])
  }
}
