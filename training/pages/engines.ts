/** The engines that typeset documents: each takes a seed and returns a PDF with the boxes of its leaves. */
import type { TrainingDocument } from './content.ts'
import type { KindName } from './kinds.ts'
import type { Material } from './materials.ts'
import type { Found } from './places.ts'
import type { Style } from './style.ts'

export interface Printed {
  readonly document: TrainingDocument
  readonly style: Style
  readonly sources: readonly string[]
  readonly pdf: Buffer
  readonly found: Found
  /** Other choices of the engine: classes, fonts, tags. */
  readonly engine: Readonly<Record<string, unknown>>
}

export interface Engine {
  /** Returns `undefined` if the engine could not typeset the document: some seeds fail. */
  readonly print: (seed: number) => Promise<Printed | undefined>
  readonly close: () => Promise<void>
}

/** @param kind Of every document; drawn at random by default. */
export type CreateEngine = (materials: readonly Material[], kind?: KindName) => Promise<Engine>
