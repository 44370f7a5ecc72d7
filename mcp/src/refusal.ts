/** The reason why a document is not read: a sentence for the assistant and its user. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
