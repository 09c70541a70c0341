/// A row of a state table that is not what the events say.
public struct ProjectionDifference: Sendable, Equatable {
  /// The state table.
  public let table: String
  /// The entity, which is also its stream.
  public let entity: Int64
  /// What differs: names of columns, or that the row is missing or has no events.
  public let difference: String
}
