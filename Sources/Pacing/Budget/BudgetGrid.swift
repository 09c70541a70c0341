/// The constants that the budget code here and the database's functions share.
public enum BudgetGrid {
  /// Budgets that several rollouts share are counted in ticks of this length.
  public static let tick: Microseconds = 1_000
  /// How far ahead of the deciding clock slots are given out: what a replica that dies can lose, and the time after
  /// which a changed rate, a pause or a freeze has certainly taken effect on every slot.
  public static let lookahead: Microseconds = 150_000
  /// How much longer than a second the budgets' own second is. One tick of it is taken by the counting, the rest is
  /// the jitter between two requests, of release and of network, that cannot bring too many into one second.
  public static let margin: Microseconds = 24_000
  /// A slot older than this is not used any more but given back: the lateness that a replica may add of its own.
  public static let releaseTolerance: Microseconds = 5_000
  /// An answer that is not on its way this long after its slot does not go out any more.
  public static let sendTolerance: Microseconds = 10_000
  /// What a line whose pace is that of its budgets may catch up after a stall: there the budgets hold the second.
  public static let catchUp: Microseconds = 100_000
  /// The budgets' own second, in ticks.
  static let window = (.second + margin) / tick
  /// Ticks for which slots are remembered: a window behind and a lookahead in front.
  static let remembered: Int64 = 2_560
}
