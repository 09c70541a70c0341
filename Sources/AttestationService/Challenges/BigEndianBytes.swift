extension [UInt8] {
  mutating func appendBigEndian(_ value: some FixedWidthInteger) {
    for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// The number in `count` bytes from `offset`; the caller has checked the length.
  func bigEndian(at offset: Int, count: Int) -> UInt64 {
    self[offset..<(offset + count)].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
