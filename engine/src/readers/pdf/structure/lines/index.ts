/** The door of the folder: lines of a document in their surroundings → what each of them is. */
export { type LineLabel, labelLines } from './decode.ts'
export { type Flow, type FlowFacts, flowOf, type Verdicts } from './flow.ts'
export { type LabelledUnits, regroup } from './regroup.ts'
