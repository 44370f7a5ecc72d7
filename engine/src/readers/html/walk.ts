/** Elements of a page → blocks and inlines, by the kind of each element. */
import type { Block } from '../../model/index.ts'
import { readCode, readPreformatted } from './code.ts'
import { type Context, MAX_DEPTH } from './context.ts'
import { readDefinitions } from './definitions.ts'
import { type Element, findAttribute, isElement, type Node, textContent } from './dom.ts'
import { elementMarks, findKind, type Kind } from './elements.ts'
import { addBlock, addInline, addText, createFlow, type Flow, flush, takeInlines } from './flow.ts'
import { readList } from './lists.ts'
import { readMath, readMathScript } from './math.ts'
import { isHidden, styledMarks, styledWhiteSpace } from './styles.ts'
import { readTable } from './tables.ts'

type Handler = (element: Element, flow: Flow, context: Context) => void

const handlers: Readonly<Record<Kind, Handler>> = {
  block: (element, flow, context) => {
    flush(flow)
    walkChildren(element, flow, context)
    flush(flow)
  },
  inline: (element, flow, context) => {
    const own = elementMarks.get(element.tagName)
    const marks = own ? { ...context.marks, ...own } : context.marks
    walkChildren(element, flow, { ...inLink(element, context), marks: styledMarks(element, marks) })
  },
  ignored: () => {},
  heading: (element, flow, context) => {
    flush(flow)
    const inner = createFlow()
    walkChildren(element, inner, context)
    const inlines = takeInlines(inner)
    const level = Number(element.tagName.slice(1))
    if (inlines.length > 0) flow.blocks.push({ type: 'heading', level, inlines })
    // Blocks are not allowed in a heading, but nothing is lost.
    for (const block of inner.blocks) flow.blocks.push(asHeading(block, level))
  },
  list: (element, flow, context) => {
    const list = readList(element, context)
    if (list.items.length > 0) addBlock(flow, list)
  },
  definitions: (element, flow, context) => {
    const list = readDefinitions(element, context)
    if (list.items.length > 0) addBlock(flow, list)
  },
  table: (element, flow, context) => {
    flush(flow)
    flow.blocks.push(...readTable(element, context))
  },
  preformatted: (element, flow) => {
    const block = readPreformatted(element)
    if (block) addBlock(flow, block)
  },
  quote: (element, flow, context) => {
    const blocks = readBlocks(element, context)
    if (blocks.length > 0) addBlock(flow, { type: 'quote', blocks })
  },
  rule: (_, flow) => addBlock(flow, { type: 'thematicBreak' }),
  break: (_, flow, { anchor }) => addInline(flow, { type: 'lineBreak' }, anchor),
  code: (element, flow, { anchor }) => {
    const code = readCode(element)
    if (code) addInline(flow, code, anchor)
  },
  link: (element, flow, context) => walkChildren(element, flow, context),
  image: (element, flow, { anchor }) => {
    const alt = (findAttribute(element, 'alt') ?? '').trim()
    if (alt !== '') addInline(flow, { type: 'image', alt }, anchor)
  },
  quotation: (element, flow, context) => {
    addText(flow, '“', context.marks, context.anchor)
    walkChildren(element, flow, context)
    addText(flow, '”', context.marks, context.anchor)
  },
  ruby: (element, flow, context) => {
    // What a browser without ruby shows: the reading in parentheses after its base.
    const isReading = element.tagName !== 'ruby'
    if (isReading) addText(flow, '(', context.marks, context.anchor)
    walkChildren(element, flow, context)
    if (isReading) addText(flow, ')', context.marks, context.anchor)
  },
  math: (element, flow, { anchor }) => addMath(readMath(element), flow, anchor),
  svg: (element, flow, { anchor }) => {
    const alt = findAttribute(element, 'aria-label') ?? ''
    if (alt.trim() !== '') addInline(flow, { type: 'image', alt: alt.trim() }, anchor)
  },
  script: (element, flow, { anchor }) => addMath(readMathScript(element), flow, anchor),
  caption: (element, flow, context) => {
    flush(flow)
    const inner = createFlow()
    walkChildren(element, inner, context)
    flush(inner, 'caption')
    flow.blocks.push(...inner.blocks)
  },
  wordBreak: () => {},
}

function addMath(
  formula: ReturnType<typeof readMathScript>,
  flow: Flow,
  anchor: Context['anchor'],
): void {
  if (formula?.type === 'formulaBlock') addBlock(flow, formula)
  else if (formula) addInline(flow, formula, anchor)
}

function asHeading(block: Block, level: number): Block {
  return block.type === 'paragraph' ? { type: 'heading', level, inlines: block.inlines } : block
}

/** Reads everything inside an element as blocks. */
export function readBlocks(element: Element, context: Context): Block[] {
  const flow = createFlow()
  walkChildren(element, flow, context)
  flush(flow)
  return flow.blocks
}

function walkChildren(element: Element, flow: Flow, context: Context): void {
  if (context.depth > MAX_DEPTH) {
    context.warnings.add('too_deep', 'Deeply nested elements were read as text only.')
    addText(flow, textContent(element), context.marks, context.anchor)
    return
  }
  const inside = { ...context, depth: context.depth + 1 }
  for (const child of element.childNodes) walk(child, flow, inside)
}

function walk(node: Node, flow: Flow, context: Context): void {
  if (isElement(node)) walkElement(node, flow, context)
  else if (node.nodeName === '#text' && 'value' in node) addCharacters(node.value, flow, context)
}

function addCharacters(text: string, flow: Flow, context: Context): void {
  const { whiteSpace, marks, anchor } = context
  if (whiteSpace === 'collapse') {
    addText(flow, text, marks, anchor)
    return
  }
  text.split(/\r\n?|\n/).forEach((line, index) => {
    if (index > 0) addInline(flow, { type: 'lineBreak' }, anchor)
    // Spaces that are preserved must not be collapsed with those of other runs.
    const kept = whiteSpace === 'preserve' ? line.replace(/[ \t]/g, '\u00a0') : line
    addText(flow, kept, marks, anchor)
  })
}

function walkElement(element: Element, flow: Flow, context: Context): void {
  if (isHidden(element) || isVisualCopy(element)) return
  const whiteSpace = styledWhiteSpace(element, context.whiteSpace)
  const inside = whiteSpace === context.whiteSpace ? context : { ...context, whiteSpace }
  const kind = findKind(element.tagName)
  if (kind) {
    handlers[kind](element, flow, inside)
    return
  }
  // A custom element is what is inside of it (WHATWG HTML 4.13); other unknown names are mistakes, and read alike.
  if (!element.tagName.includes('-')) {
    const name = element.tagName.slice(0, 40)
    context.warnings.add('unknown_element', `<${name}> is not known; its content was read.`)
  }
  handlers.inline(element, flow, inside)
}

/** Typeset formulas come twice: as MathML for machines, and drawn with boxes for eyes. */
function isVisualCopy(element: Element): boolean {
  if (findAttribute(element, 'aria-hidden') !== 'true') return false
  const name = findAttribute(element, 'class') ?? ''
  return /(?:^|\s)(?:katex-html|MathJax\S*|mjx-\S+|mwe-math-fallback-image-\S+)/.test(name)
}

function inLink(element: Element, context: Context): Context {
  if (element.tagName !== 'a') return context
  const target = findAttribute(element, 'href')?.trim()
  return target ? { ...context, anchor: { target } } : context
}
