import Cryptography

extension LabFault {
  /// Changes the entries of the extension map.
  func prepareMap(_ map: inout ExtensionMap?) {
    switch self {
    case .categoryMissing: map?.category = nil
    case .categoryMalformed: map?.category = CBORWriter.bytes([4, 0, 0])
    case .categoryForbidden: map?.category = ExtensionMap.category(7)
    case .bundleVersionMissing: map?.bundleVersion = nil
    case .bundleVersionWrong: map?.bundleVersion = "0"
    case .bundleVersionMalformed:
      map?.bundleVersion = nil
      map?.surplus.append((ExtensionMap.bundleVersionKey, CBORWriter.bytes([1])))
    case .extensionDuplicateKey: map?.surplus.append((ExtensionMap.categoryKey, ExtensionMap.category(4)))
    case .extensionKeyNotText: map?.surplus.append((CBORWriter.unsigned(1), CBORWriter.unsigned(1)))
    case .extensionTagged:
      map?.surplus.append((CBORWriter.text("tagged"), CBORWriter.tagged(1, CBORWriter.unsigned(0))))
    case .extensionFloat: map?.surplus.append((CBORWriter.text("float"), CBORWriter.float))
    case .extensionDowngrade: map = nil
    default: break
    }
  }

  /// Changes the bytes at the end of the authenticator data.
  func alter(_ data: inout AuthenticatorDataPlan, map: ExtensionMap?) {
    switch self {
    case .extensionTrailingBytes: data.tail.append(0)
    case .extensionNotMap: data.tail = CBORWriter.array([CBORWriter.text("apple_bundle_version_01")])
    case .extensionIndefiniteLength: data.tail = CBORWriter.indefiniteMap(map?.entries ?? [])
    case .authenticatorDataTruncated:
      // The cut must hit the fixed part: the credential of an attestation, the counter of an assertion.
      data.tail = []
      data.cut = data.credential == nil ? 1 : 100
    default: break
    }
  }
}
