/** What is handed down the tree while it is read. */
import type { Warnings } from '../../errors.ts'
import type { Block, Marks } from '../../model/index.ts'
import type { Element } from './dom.ts'
import type { Anchor } from './flow.ts'
import type { WhiteSpace } from './styles.ts'

export interface Context {
  readonly marks: Marks
  /** The `a` around; read as links only where they have text. */
  readonly anchor: Anchor | undefined
  readonly whiteSpace: WhiteSpace
  /** Elements between here and the body; deeper than `MAX_DEPTH` only text is read. */
  readonly depth: number
  readonly warnings: Warnings
  /** The blocks inside an element; handed down, so that lists and tables need not import the walk. */
  readonly readBlocks: (element: Element, context: Context) => Block[]
}

/** Browsers stop at 512 open elements; nested blocks of documents stay under 60. */
export const MAX_DEPTH = 200
