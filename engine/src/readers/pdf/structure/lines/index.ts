/** Public interface of the folder: labels the lines of a document. */
export { labelLines } from './decode.ts'
export { isFilled } from './drawn-near.ts'
export { regroup } from './regroup.ts'
export { type LineSequence, type SequenceFacts, sequenceOf } from './sequence.ts'
