/** Public interface of the folder: labels the lines of a document. */
export { type LineLabel, labelLines } from './decode.ts'
export { type Flow, type FlowFacts, flowOf, type Verdicts } from './flow.ts'
export { type LabelledUnits, regroup } from './regroup.ts'
