/// A transaction that is open; the tables are extensions of it.
///
/// An operation checks first and writes last: a `ServerError` ends it but undoes nothing.
struct Transaction {
  let connection: Connection
}
