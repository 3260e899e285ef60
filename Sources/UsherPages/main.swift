import Essentials
import LibC

// `usher-pages FOLDER` writes the manual, the completions and the template of the translations into the project's
// folder. `usher-pages --check FOLDER` finds texts that nobody can translate.

let arguments = CommandLine.arguments.dropFirst()
let isCheck = arguments.first == "--check"
let folder = arguments.dropFirst(isCheck ? 1 : 0).first ?? "."
guard FileManager.default.fileExists(atPath: folder + "/Package.swift") else {
  print("error: \(folder) is not the project's folder")
  exit(64)
}
do {
  guard isCheck else {
    try Pages.generated.write(to: folder)
    exit(0)
  }
  let faults = try TextTemplate(project: folder).faults
  for fault in faults { print(fault) }
  exit(faults.isEmpty ? 0 : 1)
} catch {
  print("error: \(error)")
  exit(1)
}
