/// The tables of counts for limits: wrong codes and passwords, SMS and mails.
enum LimitTables {
  static let sql: StaticString = """
    CREATE TABLE phone_failures (
      project INTEGER NOT NULL,
      phone INTEGER NOT NULL,
      failures INTEGER NOT NULL,
      blocked_until INTEGER NOT NULL,
      PRIMARY KEY (project, phone)
    ) WITHOUT ROWID;

    -- By address, not by account: an address without account is counted like any other.
    CREATE TABLE password_failures (
      project INTEGER NOT NULL,
      email TEXT NOT NULL,
      failures INTEGER NOT NULL,
      blocked_until INTEGER NOT NULL,
      failed_at INTEGER NOT NULL,
      PRIMARY KEY (project, email)
    ) WITHOUT ROWID;
    CREATE INDEX password_failures_by_time ON password_failures (failed_at);

    CREATE TABLE totp_failures (
      account INTEGER PRIMARY KEY,
      project INTEGER NOT NULL,
      failures INTEGER NOT NULL,
      blocked_until INTEGER NOT NULL
    );

    -- How many mails of a kind went out on a day, counted from 1970; only where that is limited.
    CREATE TABLE mail_counts (
      project INTEGER NOT NULL,
      kind TEXT NOT NULL,
      day INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (project, kind)
    ) WITHOUT ROWID;

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
