/** Attaches caption paragraphs to the tables and figures that they describe. */
import { type Block, type Caption, type Inline, plainText } from '../../../model/index.ts'

type Captioned = Extract<Block, { readonly type: 'table' | 'figure' }>

/** Moves each caption into the table or figure beside it; other captions remain paragraphs. */
export function attachCaptions(blocks: readonly Block[]): readonly Block[] {
  if (!blocks.some(isCaption)) return blocks
  const tied: Block[] = []
  const captioned = new Set<Block>()
  for (let index = 0; index < blocks.length; index += 1) {
    const block = blocks[index]
    if (!block) continue
    const side = isCaption(block)
      ? findSide(block.inlines, tied.at(-1), blocks[index + 1], captioned)
      : undefined
    if (side && isCaption(block)) {
      if (side.position === 'below') tied.pop()
      else index += 1
      const caption: Caption = { inlines: block.inlines, position: side.position }
      const whole = { ...withTitleInside(side.block), caption }
      captioned.add(whole)
      tied.push(whole)
    } else tied.push(block)
  }
  return tied
}

/** Moves a chart's own title into the chart if the document also has a caption for it. */
function withTitleInside(block: Captioned): Captioned {
  if (block.type !== 'figure' || !block.caption) return block
  const { inlines } = block.caption
  return { ...block, blocks: [{ type: 'paragraph', inlines }, ...block.blocks] }
}

function isCaption(block: Block): block is Extract<Block, { readonly type: 'paragraph' }> {
  return block.type === 'paragraph' && block.role === 'caption'
}

interface Side {
  readonly block: Captioned
  readonly position: Caption['position']
}

/** Prefers the customary side: captions are above tables and below figures. */
function findSide(
  inlines: readonly Inline[],
  before: Block | undefined,
  after: Block | undefined,
  captioned: ReadonlySet<Block>,
): Side | undefined {
  const kind = findKind(plainText(inlines))
  const fits = (block: Block | undefined, type: Captioned['type']): block is Captioned =>
    block?.type === type && !captioned.has(block) && (kind ?? type) === type
  if (fits(before, 'figure')) return { block: before, position: 'below' }
  if (fits(after, 'table')) return { block: after, position: 'above' }
  if (fits(before, 'table')) return { block: before, position: 'below' }
  return fits(after, 'figure') ? { block: after, position: 'above' } : undefined
}

/** First words of the labels that Word inserts, in the languages of most documents. */
const labels: readonly { readonly pattern: RegExp; readonly kind: Captioned['type'] }[] = [
  { pattern: /^\s*(?:tab(?:le|elle|ella|la|ela|el|ulka)?\b|таблица|表|표)/i, kind: 'table' },
  {
    pattern:
      /^\s*(?:fig(?:ure|ura|uur|ur)?\b|abb(?:ildung)?\b|rysunek|obrázek|рисунок|рис\.|图|圖|図|그림)/i,
    kind: 'figure',
  },
]

function findKind(text: string): Captioned['type'] | undefined {
  return labels.find(({ pattern }) => pattern.test(text))?.kind
}
