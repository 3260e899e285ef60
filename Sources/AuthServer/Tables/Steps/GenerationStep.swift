/// What belongs to an account, not to its name or number, and to the sessions since all were last ended.
enum GenerationStep {
  static let sql: StaticString = """
    -- How often all sessions of the account were ended; and how often they had been when that one began.
    ALTER TABLE accounts ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE refresh_tokens ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE pending_sign_ins ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;

    -- The account that the number is of. Proofs live for an hour: those of before are asked for again.
    DELETE FROM temporary_proofs;
    ALTER TABLE temporary_proofs ADD COLUMN account INTEGER NOT NULL DEFAULT 0;
    """
}
