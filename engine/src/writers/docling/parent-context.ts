/** Defines the position in the tree at which blocks are written. */
import type { Limits } from '../../limits.ts'
import type { Assembly } from './assembly.ts'
import type { Pages } from './provenance.ts'
import type { ContentLayer, Node } from './schema.ts'

/** The parent and layer of the next blocks. */
export interface ParentContext {
  readonly assembly: Assembly
  readonly pages: Pages
  readonly limits: Limits
  readonly parent: Node
  readonly layer: ContentLayer
  /** Nesting depth of the next block. */
  readonly depth: number
}
