import Foundation

extension AppPolicy {
  /// Reads a policy from JSON text; a field that is not there is `base`'s. Throws `PolicyProblem`.
  public init(json: [UInt8], changing base: AppPolicy = AppPolicy()) throws {
    let decoder = JSONDecoder()
    if let key = CodingUserInfoKey.basePolicy { decoder.userInfo[key] = base }
    do {
      self = try decoder.decode(AppPolicy.self, from: Data(json))
    } catch let problem as PolicyProblem {
      throw problem
    } catch let DecodingError.dataCorrupted(context) {
      throw (context.underlyingError as? PolicyProblem) ?? PolicyProblem(context.codingPath, "is not JSON")
    } catch {
      throw PolicyProblem([], "is not an object")
    }
  }

  /// The policy with all its defaults written out, as JSON text with sorted keys.
  public var json: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return [UInt8](try encoder.encode(self))
    }
  }
}

extension CodingUserInfoKey {
  fileprivate static let basePolicy = CodingUserInfoKey(rawValue: "basePolicy")
}

extension Decoder {
  /// The policy whose fields stand where the text has none.
  var basePolicy: AppPolicy {
    CodingUserInfoKey.basePolicy.flatMap { userInfo[$0] as? AppPolicy } ?? AppPolicy()
  }
}
