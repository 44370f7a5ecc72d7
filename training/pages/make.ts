/** Makes documents from a seed: composition, style and HTML, without an engine. */
import type { TrainingDocument } from './content.ts'
import { writeHtml } from './html/write.ts'
import { composeDocument, type KindName } from './kinds.ts'
import type { Material } from './materials.ts'
import { createRandom } from './random.ts'
import { createComposer } from './stock.ts'
import type { Style } from './style.ts'

export interface Made {
  readonly seed: number
  readonly sources: readonly string[]
  readonly document: TrainingDocument
  readonly style: Style
}

export function makeDocument(seed: number, materials: readonly Material[], kind?: KindName): Made {
  const composer = createComposer(createRandom(seed), materials)
  const { document, style } = composeDocument(composer, kind ? { kind } : {})
  return { seed, sources: composer.stock.sources, document, style }
}

/** The same layout twice: with links that record positions, and in its usual form. */
export function htmlOf({ document, style, seed }: Made): {
  readonly probed: string
  readonly clean: string
  readonly semantic: boolean
} {
  // One tagged file in five has meaningless tags: every block is a <div>.
  const semantic = !style.tagged || seed % 5 !== 0
  return {
    semantic,
    probed: writeHtml(document, style, { probes: true, semantic }),
    clean: writeHtml(document, style, { probes: false, semantic }),
  }
}
