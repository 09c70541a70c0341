/// The assertions that were answered as accepted, to be held against the events afterwards.
struct AcceptedLog {
  private(set) var entries: [(keyIndex: Int, counter: UInt32)] = []

  mutating func record(_ keyIndex: Int, _ counter: UInt32) {
    entries.append((keyIndex, counter))
  }
}
