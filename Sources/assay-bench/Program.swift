import Foundation

/// Measures the verification core alone, on one core, and prints one JSON object.
@main
struct Program {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let seconds = Double(arguments.last ?? ""), seconds > 0 else {
      print("usage: assay-bench SAMPLE SECONDS\n\nSAMPLE is Fixtures/apple-sample-attestation.base64.")
      exit(arguments.contains("--help") ? 0 : 2)
    }
    let sample = try AppleSample(contentsOf: arguments.first ?? "")
    let figures = try CoreFigures.measure(sample: sample, seconds: seconds)
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    print(String(decoding: try encoder.encode(figures), as: UTF8.self))
  }
}
