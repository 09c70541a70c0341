/// What stops a measurement.
enum BenchmarkError: Error {
  /// An object that should be accepted was not.
  case refused
  /// The sample's file is not base64.
  case unreadable
}
