import AppleLab
import Foundation

/// `assay-lab init DIR`.
enum InitCommand {
  static func run(_ words: [String]) throws {
    let arguments = try Arguments(words, options: [])
    guard let path = arguments.positional.first, arguments.positional.count == 1
    else { throw UsageError("init takes one directory") }
    let directory = URL(fileURLWithPath: path)
    let root = directory.appendingPathComponent(LabAuthorities.attestationRootFile)
    guard !FileManager.default.fileExists(atPath: root.path)
    else { throw UsageError("\(path) holds a lab already") }
    try LabAuthorities.create(at: Date()).write(to: directory)
    try JSONLine.print([
      "attestation_root": root.path,
      "receipt_root": directory.appendingPathComponent(LabAuthorities.receiptRootFile).path,
    ])
  }
}
