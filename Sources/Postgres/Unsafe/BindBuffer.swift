/// The binary forms of a statement's binds, one behind the other.
struct BindBuffer {
  private var bytes: [UInt8] = []
  private var offsets: [Int?] = []
  private var lengths: [Int32] = []

  init(_ values: [PostgresValue]) {
    offsets.reserveCapacity(values.count)
    lengths.reserveCapacity(values.count)
    bytes.reserveCapacity(values.reduce(1) { $0 + $1.estimatedLength })
    for value in values {
      let start = bytes.count
      value.encode(into: &bytes)
      if case .null = value { offsets.append(nil) } else { offsets.append(start) }
      lengths.append(Int32(bytes.count - start))
    }
    // An empty value at the end still needs an address, because a null pointer means NULL.
    bytes.append(0)
  }

  func withPointers<R>(_ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) -> R) -> R {
    bytes.withUnsafeBytes { buffer in
      let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      let pointers = offsets.map { offset in offset.flatMap { start?.advanced(by: $0) } }
      return body(pointers, lengths, [Int32](repeating: 1, count: lengths.count))
    }
  }
}
