import CCommit
import UsherTool

var commit: Release.Commit? {
  guard let id = ccommit_id(), let date = ccommit_date() else { return nil }
  return Release.Commit(id: String(cString: id), date: String(cString: date))
}

Tool.main(Release.Build(commit: commit, swift: ccommit_swift().map { String(cString: $0) }))
