/// What a call gave, and who is signed in after it.
struct Performed<Answer: Sendable>: Sendable {
  let answer: Answer
  let user: User?
}
