/** For tests: the lines of a document in reading order, and weights that say little about them. */
import { loadTrees, type Trees } from '../../models/index.ts'
import type { TextBlock } from '../layout-blocks.ts'
import { featureNames } from '../lines/features.ts'
import { lineLabels } from '../lines/labels.ts'
import { type LineSequence, sequenceOf, type Verdicts } from '../lines/sequence.ts'
import { blockOf, bodyStyle, boldStyle, run, styledLine } from './lines.ts'

const noVerdicts: Omit<Verdicts, 'reading'> = {
  headings: new Set(),
  numbered: new Set(),
  items: new Set(),
  titles: new Set(),
  bylines: new Set(),
  code: new Set(),
  runIns: new Set(),
  falseHeadings: new Set(),
}

export function flow(
  blocks: readonly TextBlock[],
  verdicts: Partial<Verdicts> = {},
  outlined: readonly TextBlock[] = [],
): LineSequence {
  return sequenceOf(blocks, {
    body: { size: 10, style: bodyStyle },
    outline: [],
    pages: new Map(),
    pageCount: 1,
    figures: new Map(),
    outlined: new Set(outlined),
    useTags: false,
    verdicts: { ...noVerdicts, reading: new Set(blocks), ...verdicts },
  })
}

export const prose =
  'which the river drove in spring and in autumn, when there was water enough for'

/** A heading over a paragraph of five lines. */
export function section(title: string): [TextBlock, TextBlock] {
  const heading = blockOf([styledLine([run(title, boldStyle)], { y: 100, size: 14 })])
  const lines = Array.from({ length: 5 }, (_, index) =>
    styledLine([run(index === 0 ? `Mills ${prose}` : prose)], { y: 124 + 12 * index }),
  )
  return [heading, blockOf(lines)]
}

/** Weights of 0 for all labels except those that continue a block. */
export function treesWith(continued: number): Trees {
  const nodes = Buffer.alloc(7 * lineLabels.length)
  for (const [index, label] of lineLabels.entries()) {
    nodes.writeUInt8(255, 7 * index)
    nodes.writeFloatLE(label.endsWith(' on') ? continued : 0, 7 * index + 3)
  }
  const [features, classes] = [featureNames.join(' '), lineLabels.join(',')]
  return loadTrees({ features, classes, nodes: nodes.toString('base64') })
}
