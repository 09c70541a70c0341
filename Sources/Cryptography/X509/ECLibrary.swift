internal import COpenSSL

/// An OpenSSL library context with the default provider's algorithms, and with decoders for the public keys of EC only.
///
/// Parsing a certificate has OpenSSL 3.0 look through all its decoders for one that reads the certificate's key: a hundred
/// microseconds where there are a hundred of them, ten where there are two. All else is the default provider's own.
/// `@unchecked Sendable`: made once, never changed, and OpenSSL's library contexts may be used from any thread.
final class ECLibrary: @unchecked Sendable {
  static let shared = ECLibrary()
  let context: OpaquePointer?

  private init() {
    context = OSSL_LIB_CTX_new()
    OSSL_PROVIDER_add_builtin(context, "ec-only", startProvider)
    // Were this to fail, OpenSSL would load its default provider at first use: slower, and the same otherwise.
    OSSL_PROVIDER_load(context, "ec-only")
  }
}

/// The provider that does the work; loaded once, for as long as the process lives.
///
/// Here and below, `nonisolated(unsafe)`: OpenSSL counts and locks its providers itself, and the tables never change.
nonisolated(unsafe) private let defaultProvider = OSSL_PROVIDER_load(nil, "default")

nonisolated(unsafe) private let dispatch: UnsafePointer<OSSL_DISPATCH> = {
  typealias Query =
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafeMutablePointer<Int32>?
    ) -> UnsafePointer<OSSL_ALGORITHM>?
  let query: Query = queryOperation
  // The table holds functions of every type as ones without arguments; OpenSSL casts each back by its number.
  let table = UnsafeMutablePointer<OSSL_DISPATCH>.allocate(capacity: 2)
  table[0] = OSSL_DISPATCH(
    function_id: OSSL_FUNC_PROVIDER_QUERY_OPERATION,
    function: unsafeBitCast(query, to: (@convention(c) () -> Void).self))
  table[1] = OSSL_DISPATCH(function_id: 0, function: nil)
  return UnsafePointer(table)
}()

/// The two decoders that lead from a SubjectPublicKeyInfo to an EC key: one that finds the type, one that reads it.
nonisolated(unsafe) private let decoders = selected(OSSL_OP_DECODER) { algorithm in
  guard let properties = algorithm.property_definition else { return false }
  return ["EC", "DER"].contains(firstName(of: algorithm)) && strstr(properties, "=SubjectPublicKeyInfo") != nil
}

nonisolated(unsafe) private let keyManagers = selected(OSSL_OP_KEYMGMT) { firstName(of: $0) == "EC" }

/// An algorithm's names stand in a row, with colons between them.
private func firstName(of algorithm: OSSL_ALGORITHM) -> Substring? {
  algorithm.algorithm_names.flatMap { String(cString: $0).split(separator: ":").first }
}

private func selected(
  _ operation: Int32, where isWanted: (OSSL_ALGORITHM) -> Bool
) -> UnsafePointer<OSSL_ALGORITHM>? {
  var noCache: Int32 = 0
  guard var next = OSSL_PROVIDER_query_operation(defaultProvider, operation, &noCache) else { return nil }
  var wanted: [OSSL_ALGORITHM] = []
  while next.pointee.algorithm_names != nil {
    if isWanted(next.pointee) { wanted.append(next.pointee) }
    next += 1
  }
  let table = UnsafeMutablePointer<OSSL_ALGORITHM>.allocate(capacity: wanted.count + 1)
  for (place, algorithm) in (wanted + [OSSL_ALGORITHM()]).enumerated() { table[place] = algorithm }
  return UnsafePointer(table)
}

/// Called by OpenSSL when the provider is loaded (provider-base(7)).
private func startProvider(
  _: OpaquePointer?, _: UnsafePointer<OSSL_DISPATCH>?,
  _ functions: UnsafeMutablePointer<UnsafePointer<OSSL_DISPATCH>?>?,
  _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 {
  guard let defaultProvider else { return 0 }
  functions?.pointee = dispatch
  context?.pointee = OSSL_PROVIDER_get0_provider_ctx(defaultProvider)
  return 1
}

/// Called by OpenSSL to learn the algorithms of an operation.
private func queryOperation(
  _: UnsafeMutableRawPointer?, _ operation: Int32, _ noCache: UnsafeMutablePointer<Int32>?
) -> UnsafePointer<OSSL_ALGORITHM>? {
  switch operation {
  case OSSL_OP_DECODER: decoders
  case OSSL_OP_KEYMGMT: keyManagers
  default: OSSL_PROVIDER_query_operation(defaultProvider, operation, noCache)
  }
}
