/** What is handed down while blocks are written. */
import type { Limits } from '../../limits.ts'
import type { Assembly } from './assembly.ts'
import type { Pages } from './provenance.ts'
import type { ContentLayer, Node } from './schema.ts'

/** Where blocks go. */
export interface Place {
  readonly assembly: Assembly
  readonly pages: Pages
  readonly limits: Limits
  readonly parent: Node
  readonly layer: ContentLayer
  /** How many blocks the next one stands in. */
  readonly depth: number
}
