import Essentials
import LibC

// Writes the manual and the completions into the project's folder: `usher-pages FOLDER`.

let folder = CommandLine.arguments.dropFirst().first ?? "."
guard FileManager.default.fileExists(atPath: folder + "/Package.swift") else {
  print("error: \(folder) is not the project's folder")
  exit(64)
}
do {
  try Pages.generated.write(to: folder)
} catch {
  print("error: \(error)")
  exit(1)
}
