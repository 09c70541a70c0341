import AppleLab

/// `assay-lab shapes` and `assay-lab faults`.
enum ListCommand {
  static func printShapes() {
    for shape in LabShape.allCases { print(shape.rawValue) }
  }

  static func printFaults() throws {
    for fault in LabFault.allCases {
      try JSONLine.print(["fault": fault.rawValue, "subjects": fault.subjects.map(\.rawValue).sorted()])
    }
  }
}
