/** Writes a composed document as LaTeX for pdfTeX. */
import type {
  Block,
  BlockOf,
  BlockType,
  Leaf,
  Note,
  Run,
  RunMark,
  TrainingDocument,
} from '../content.ts'
import { escapeCode, escapeTex } from './escape.ts'
import { type LatexContext, writeLeaf } from './leaves.ts'
import { writePreamble } from './preamble.ts'
import { writeTable } from './tables.ts'
import type { LatexStyle } from './templates.ts'

export function writeLatex(document: TrainingDocument, latex: LatexStyle): string {
  const notes = new Map<number, Note>()
  for (const block of document.blocks)
    if (block.type === 'notes') for (const note of block.notes) notes.set(note.number, note)
  const context: LatexContext = { latex, notes, inBox: false }
  const { template, style } = latex
  if (template.name === 'beamer')
    return whole(latex, document, writeSlides([...document.front, ...document.blocks], context))
  const symbols = [...notes.values()].some(({ mark }) => !/^\d/.test(mark))
    ? '\\renewcommand{\\thefootnote}{\\fnsymbol{footnote}}\n'
    : ''
  const front = writeBlocks(document.front, context)
  // REVTeX redefines the start of columns and rejects material that spans both.
  const top =
    style.columns === 2 && front && template.name !== 'revtex4-2'
      ? `\\twocolumn[{${front}\\bigskip}]\n`
      : front
  return whole(latex, document, `${symbols}${top}\n${writeBlocks(document.blocks, context)}`)
}

const whole = (latex: LatexStyle, { furniture }: TrainingDocument, body: string): string =>
  `${writePreamble(latex, furniture)}\n\\begin{document}\n${body}\n\\end{document}\n`

const writeBlocks = (blocks: readonly Block[], context: LatexContext): string =>
  blocks.map((block) => writeBlock(block, context)).join('\n\n')

function writeBlock<Type extends BlockType>(block: BlockOf<Type>, context: LatexContext): string {
  // Sound: the handler for the block's type accepts that block.
  const write = handlers[block.type] as (block: BlockOf<Type>, context: LatexContext) => string
  return write(block, context)
}

const sectionNames = ['section', 'subsection', 'subsubsection'] as const

const handlers: {
  readonly [Type in BlockType]: (block: BlockOf<Type>, context: LatexContext) => string
} = {
  heading: writeHeading,
  paragraph: writeParagraph,
  list: writeList,
  table: writeTable,
  figure: writeFigure,
  formula: ({ id, formula, number }) =>
    `\\begin{equation*}\\hbox{\\leaf{${id}}{$\\displaystyle ${formula.latex}$}}${number ? `\\tag{${number.replace(/[()]/g, '')}}` : ''}\\end{equation*}`,
  code: writeCode,
  contents: ({ entries, leaders }, context) =>
    entries
      .map(({ leaf, level, page }) => {
        const fill =
          leaders === 'dots'
            ? '\\dotfill'
            : leaders === 'rule'
              ? '\\hrulefill'
              : leaders === 'blank'
                ? '\\hfill'
                : '\\quad'
        return `\\noindent${level > 1 ? '\\hspace*{1.5em}' : ''}${writeLeaf(leaf, context)}${fill} ${page}\\par`
      })
      .join('\n'),
  sides: ({ parts, widths }, context) => {
    const inner = { ...context, inBox: true }
    const boxes = parts.map(
      (part, at) =>
        `\\begin{minipage}[t]{${(((widths[at] ?? 50) / 100) * 0.97).toFixed(3)}\\linewidth}${writeBlocks(part, inner)}\\strut\\end{minipage}`,
    )
    return `\\noindent${boxes.join('\\hfill%\n')}\\par\\smallskip`
  },
  aside: ({ blocks, style }, context) => {
    const inner = `\\begin{minipage}{.92\\linewidth}${writeBlocks(blocks, { ...context, inBox: true })}\\end{minipage}`
    const box =
      style === 'shaded'
        ? `\\colorbox{ground}{${inner}}`
        : style === 'rules' || style === 'bar'
          ? `\\begin{tabular}{${style === 'bar' ? '!{\\color{accent}\\vrule width 2pt}' : ''}l}${style === 'bar' ? '' : '\\hline'}${inner}\\\\${style === 'bar' ? '' : '\\hline'}\\end{tabular}`
          : `\\fbox{${inner}}`
    return `\\par\\medskip\\noindent${box}\\par\\medskip`
  },
  // Footnotes are written at their marks.
  notes: () => '',
  break: ({ kind }) =>
    kind === 'rule'
      ? '\\par\\noindent\\hrulefill\\par'
      : kind === 'page'
        ? '\\newpage'
        : '\\bigskip',
}

function writeHeading(
  { level, number, leaf, runIn }: BlockOf<'heading'>,
  context: LatexContext,
): string {
  const text = writeLeaf(leaf, context)
  if (level === 0) {
    const { style } = context.latex
    const format = `${style.title.size > 1.8 ? '\\LARGE' : style.title.size > 1.4 ? '\\Large' : '\\large'}${style.title.bold ? '\\bfseries' : ''}${style.title.colour === '#000' ? '' : '\\color{accent}'}`
    return `{\\par\\noindent${style.title.centred ? '\\centering' : '\\raggedright'}${format} ${text}\\par}\\medskip`
  }
  const name = sectionNames[level - 1] ?? 'section'
  const star = number === '' ? '*' : ''
  const plain = star ? '' : `[${escapeTex(leaf.runs.map((run) => run.text).join(''))}]`
  return `\\${name}${star}${plain}{${text}}${runIn ? writeLeaf(runIn, context) : ''}`
}

function writeParagraph({ role, leaf }: BlockOf<'paragraph'>, context: LatexContext): string {
  const text = writeLeaf(leaf, context)
  const { list } = context.latex.style
  const centred = context.latex.style.title.centred ? '\\centering' : '\\raggedright'
  const styles: Readonly<Record<typeof role, string>> = {
    body: text,
    abstract: `{\\leftskip=1.5em\\rightskip=1.5em\\small ${text}\\par}`,
    quote: `\\begin{quote}${text}\\end{quote}`,
    author: `{\\par\\noindent${centred}\\large ${text}\\par}`,
    affiliation: `{\\par\\noindent${centred}\\small ${text}\\par}`,
    date: `{\\par\\noindent${context.inBox ? '\\raggedright' : centred} ${text}\\par}`,
    address: `{\\par\\noindent\\raggedright ${text}\\par}`,
    meta: `{\\par\\noindent\\raggedright ${text}\\par}`,
    signature: `{\\par\\noindent ${text}\\par}`,
    pull: `{\\par\\noindent\\large\\itshape\\raggedright ${text}\\par}`,
    stamp: text,
    reference: `{\\par\\noindent\\hangindent=1.5em\\hangafter=1\\small ${text}\\par}`,
    subtitle: `{\\par\\noindent${centred}\\large ${text}\\par}`,
    term: `\\par\\vspace{${list.gap}em}{\\noindent${list.hanging ? '\\hangindent=2em\\hangafter=1' : ''} ${text}\\par}`,
  }
  return styles[role]
}

function writeList({ items, level, ordered }: BlockOf<'list'>, context: LatexContext): string {
  const { list } = context.latex.style
  const slides = context.latex.template.name === 'beamer'
  const name = ordered ? 'enumerate' : 'itemize'
  const gap = list.gap === 0 ? 'nosep' : list.gap > 0.3 ? '' : 'itemsep=2pt'
  const options =
    slides || level > 2
      ? ''
      : `[${[gap, level === 0 && list.hanging ? `leftmargin=${(list.indent + 1.6).toFixed(1)}em` : '', list.hanging ? '' : 'wide'].filter(Boolean).join(',')}]`
  const rows = items.map(
    ({ marker, leaf, blocks }) =>
      `\\item[${escapeTex(marker)}] ${writeLeaf(leaf, context)}\n${writeBlocks(blocks, context)}`,
  )
  return `\\begin{${name}}${options}\n${rows.join('\n')}\n\\end{${name}}`
}

function writeFigure(
  { id, width, caption, captionSide, spanning }: BlockOf<'figure'>,
  context: LatexContext,
): string {
  const { floats } = context.latex
  const drawing = `\\leaf{${id}}{\\includegraphics[width=${width.toFixed(1)}bp]{figure-${id}.pdf}}`
  const words = caption ? writeCaption(caption, context) : ''
  const body = captionSide === 'above' ? `${words}\n${drawing}\\par` : `${drawing}\\par\n${words}`
  if (context.inBox || context.latex.template.name === 'beamer') return `{\\par\\noindent ${body}}`
  const name = spanning ? 'figure*' : 'figure'
  return `\\begin{${name}}[${spanning ? 't' : floats}]\\centering\n${body}\n\\end{${name}}`
}

/** Writes a caption: short ones are centred, long ones fill the text width, as in most classes. */
function writeCaption(caption: Leaf, context: LatexContext): string {
  const long = caption.runs.reduce((sum, { text }) => sum + text.length, 0) > 80
  const { captionSize, captionItalic } = context.latex.style
  return `{\\par\\smallskip${long ? '\\raggedright' : '\\centering'}${captionSize < 0.92 ? '\\small' : ''}${captionItalic ? '\\itshape' : ''} ${writeLeaf(caption, context)}\\par\\smallskip}`
}

function writeCode({ id, lines, style }: BlockOf<'code'>, context: LatexContext): string {
  const rows = lines.map(
    (line, at) =>
      `${style === 'numbered' ? `{\\tiny ${at + 1}}\\ ` : ''}\\leaf{${id}}{\\texttt{${escapeCode(line) || '~'}}}`,
  )
  const body = `\\begin{minipage}{.95\\linewidth}\\small\\raggedright ${rows.join('\\\\\n')}\\end{minipage}`
  const box =
    style === 'boxed'
      ? `\\fbox{${body}}`
      : style === 'shaded' || style === 'dark'
        ? `\\colorbox{ground}{${body}}`
        : body
  return context.inBox ? body : `\\par\\medskip\\noindent${box}\\par\\medskip`
}

/** One frame for each page; its first heading is its title. */
function writeSlides(blocks: readonly Block[], context: LatexContext): string {
  const frames: Block[][] = [[]]
  for (const block of blocks) {
    if (block.type === 'break' && block.kind === 'page') frames.push([])
    else frames.at(-1)?.push(block)
  }
  return frames
    .filter((frame) => frame.length > 0)
    .map(([first, ...rest]) => {
      const titled = first?.type === 'heading' && first.level > 0
      const title = titled ? `\\frametitle{${writeLeaf(first.leaf, context)}}` : ''
      const body = titled || !first ? rest : [first, ...rest]
      return `\\begin{frame}[t]${title}\\relax\n${writeBlocks(body.map(asSlideBlock), { ...context, inBox: true })}\n\\end{frame}`
    })
    .join('\n')
}

/** Headings within a slide become bold lines. */
function asSlideBlock(block: Block): Block {
  if (block.type === 'sides')
    return { ...block, parts: block.parts.map((part) => part.map(asSlideBlock)) }
  if (block.type !== 'heading') return block
  const runs = block.leaf.runs.map((run): Run => ({ ...run, mark: 'bold' satisfies RunMark }))
  return { type: 'paragraph', role: 'meta', leaf: { ...block.leaf, runs } }
}
