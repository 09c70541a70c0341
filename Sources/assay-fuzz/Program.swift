import Glibc

/// Runs libFuzzer on one of the parsers: `assay-fuzz PARSER [libFuzzer's options] [corpus]`.
///
/// Built with `ASSAY_FUZZ=1` only (see `ops/ci/fuzz`). SwiftPM renames an executable's entry to `<target>_main`, and
/// libFuzzer wants to be called rather than to be `main`.
@_cdecl("assay_fuzz_main")
func fuzzMain(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
  let name = count > 1 ? arguments[1].map { String(cString: $0) } ?? "" : ""
  if name == "seeds", count == 4, let from = arguments[2], let to = arguments[3] {
    return Seeds.write(from: String(cString: from), to: String(cString: to)) ? 0 : 1
  }
  guard let parser = FuzzedParser(rawValue: name) else {
    print("assay-fuzz: name one of \(FuzzedParser.allCases.map(\.rawValue).joined(separator: ", "))")
    return 2
  }
  // libFuzzer takes the arguments without the parser's name.
  arguments[1] = arguments[0]
  var rest: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = arguments + 1
  var restCount = count - 1
  return runDriver(&restCount, &rest, parser.entry)
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ entry: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
