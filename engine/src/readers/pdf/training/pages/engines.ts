/** The engines that set documents: each takes a seed and gives a PDF with the places of its leaves. */
import type { TrainingDocument } from './content.ts'
import type { Found } from './places.ts'
import type { Style } from './style.ts'

export interface Printed {
  readonly document: TrainingDocument
  readonly style: Style
  readonly sources: readonly string[]
  readonly pdf: Buffer
  readonly found: Found
  /** What else an engine draws: classes, fonts, tags. */
  readonly engine: Readonly<Record<string, unknown>>
}

export interface Engine {
  /** Nothing when the engine could not set this document: seeds may fail. */
  readonly print: (seed: number) => Promise<Printed | undefined>
  readonly close: () => Promise<void>
}
