/** Public interface of the folder: labels the lines of a document. */
export { type LineLabel, labelLines } from './decode.ts'
export { type LabelledBlocks, regroup } from './regroup.ts'
export { type LineSequence, type SequenceFacts, sequenceOf, type Verdicts } from './sequence.ts'
