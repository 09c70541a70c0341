import Cryptography
public import Foundation

/// The ES256 token with which a team speaks to Apple (RFC 7515; "same procedure as an APNs provider token").
public enum ProviderToken {
  /// A token of a team's key. `iat` is a few seconds back, so that a clock that runs ahead of Apple's is forgiven.
  public static func make(_ key: TeamKey, at now: Date) throws -> String {
    let header = #"{"alg":"ES256","kid":"\#(key.keyID)"}"#
    let claims = #"{"iss":"\#(key.team)","iat":\#(Int(now.timeIntervalSince1970) - 5)}"#
    let signed = "\(Base64.encodeURL([UInt8](header.utf8))).\(Base64.encodeURL([UInt8](claims.utf8)))"
    return "\(signed).\(Base64.encodeURL(try key.key.rawSignature(for: [UInt8](signed.utf8))))"
  }
}
