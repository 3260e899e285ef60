/// How many SMS were asked for, by whom and for whom.
enum SMSCountStep {
  static let sql: StaticString = """
    CREATE TABLE sms_counts (
      id INTEGER PRIMARY KEY,
      project INTEGER NOT NULL,
      -- An IP address or a number; empty for all of the project's.
      subject TEXT NOT NULL,
      -- How long it is counted, in seconds.
      period INTEGER NOT NULL,
      ends_at INTEGER NOT NULL,
      count INTEGER NOT NULL,
      UNIQUE (project, subject, period)
    );
    CREATE INDEX sms_counts_by_end ON sms_counts (ends_at);
    """
}
