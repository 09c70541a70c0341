public import Foundation

/// A job that this worker holds until its lease ends. The epoch is the fence: whoever claims the job next raises it,
/// and a write with an older epoch changes nothing.
public struct LeasedJob: Sendable, Hashable {
  /// Whose job it is.
  public let tenant: Int64
  /// What it is about.
  public let subject: Int64
  /// The lease's number.
  public let epoch: Int64
  /// Attempts that failed before this one.
  public let attempts: Int
  /// Smaller goes first.
  public let priority: Int16
  /// Since when the job is due, by the database's clock.
  public let dueAt: Date

  /// A held job.
  public init(tenant: Int64, subject: Int64, epoch: Int64, attempts: Int, priority: Int16, dueAt: Date) {
    self.tenant = tenant
    self.subject = subject
    self.epoch = epoch
    self.attempts = attempts
    self.priority = priority
    self.dueAt = dueAt
  }
}
