/// An X.501 name of UTF-8 attributes, each in its own relative distinguished name, as Apple writes them.
public struct DistinguishedName: Sendable, Equatable {
  /// The DER of the Name.
  public let der: [UInt8]

  /// A name of attributes in order.
  public init(_ attributes: [(type: Attribute, value: String)]) {
    der = DEREncoder.sequence(
      attributes.map { attribute in
        let type = DEREncoder.objectIdentifier(attribute.type.rawValue)
        return DEREncoder.set([DEREncoder.sequence([type, DEREncoder.utf8String(attribute.value)])])
      })
  }

  /// A name that is already encoded.
  public init(der: [UInt8]) {
    self.der = der
  }

  /// The types of attributes in use.
  public enum Attribute: String, Sendable {
    /// CN.
    case commonName = "2.5.4.3"
    /// O.
    case organization = "2.5.4.10"
    /// OU.
    case organizationalUnit = "2.5.4.11"
    /// ST.
    case stateOrProvince = "2.5.4.8"
    /// C.
    case country = "2.5.4.6"
  }
}
