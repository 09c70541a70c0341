/// Where a message between a client and a server is lost.
public enum MessageLoss: CaseIterable, Sendable {
  /// On the way to the server, which never hears of it.
  case beforeTheServer
  /// After the server has done its work: not a byte of the answer arrives.
  case afterTheCommit
  /// Within the answer: it begins to arrive and stops.
  case inTheAnswer
}
