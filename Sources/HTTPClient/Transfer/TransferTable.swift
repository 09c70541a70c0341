/// The transfers under way, by handle and by ticket.
struct TransferTable {
  private var byHandle: [UnsafeMutableRawPointer: Transfer] = [:]
  private var byTicket: [UInt64: Transfer] = [:]

  mutating func insert(_ transfer: Transfer) {
    byHandle[transfer.easy] = transfer
    byTicket[transfer.ticket] = transfer
  }

  mutating func remove(easy: UnsafeMutableRawPointer) -> Transfer? {
    guard let transfer = byHandle.removeValue(forKey: easy) else { return nil }
    byTicket[transfer.ticket] = nil
    return transfer
  }

  mutating func remove(ticket: UInt64) -> Transfer? {
    guard let transfer = byTicket.removeValue(forKey: ticket) else { return nil }
    byHandle[transfer.easy] = nil
    return transfer
  }

  mutating func removeAll() -> [Transfer] {
    defer { self = TransferTable() }
    return Array(byTicket.values)
  }
}
