public import Foundation

/// A job to be put into a queue. A queue holds one job for each subject: the same subject again moves it forward.
public struct NewJob: Sendable {
  /// Whose job it is.
  public var tenant: Int64
  /// What it is about.
  public var subject: Int64
  /// Smaller goes first.
  public var priority: Int16
  /// When it becomes due.
  public var dueAt: Date

  /// A job.
  public init(tenant: Int64, subject: Int64, priority: Int16 = 1, dueAt: Date) {
    self.tenant = tenant
    self.subject = subject
    self.priority = priority
    self.dueAt = dueAt
  }
}
