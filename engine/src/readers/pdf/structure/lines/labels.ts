/** The labels of lines, and their places in the rows of margins. */

export const lineLabels = [
  'heading',
  'heading on',
  'paragraph',
  'paragraph on',
  'item',
  'item on',
] as const
export type LineLabel = (typeof lineLabels)[number]

export const COUNT = lineLabels.length

export const HEADING = lineLabels.indexOf('heading')
export const HEADING_ON = lineLabels.indexOf('heading on')
export const PARAGRAPH = lineLabels.indexOf('paragraph')
export const ITEM = lineLabels.indexOf('item')

/** The labels of lines that continue a block. */
export const continued = [...lineLabels.keys()].filter((label) =>
  lineLabels[label]?.endsWith(' on'),
)

/** Margins of a line within a block: it continues the paragraph or the item. */
export const proseMargins = Float64Array.from(lineLabels, (label) => {
  return label === 'paragraph on' || label === 'item on' ? 2 : -3
})

/** Returns true for a line that continues a block rather than begins one. */
export function isContinued(own: Float64Array): boolean {
  const begins = Math.max(own[HEADING] as number, own[PARAGRAPH] as number, own[ITEM] as number)
  return continued.some((label) => (own[label] as number) > begins)
}
