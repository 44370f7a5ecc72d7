/** Converts the elements of a page to blocks and inlines, by their kind. */
import type { Block } from '../../model/index.ts'
import { readCode, readPreformatted } from './code.ts'
import { type Context, MAX_DEPTH } from './context.ts'
import { readControl } from './controls.ts'
import { readDefinitions } from './definitions.ts'
import { type Element, findAttribute, type Node, textContent } from './dom.ts'
import { elementMarks, findKind, type Kind } from './elements.ts'
import { findSource, readDrawing, readFigure } from './figures.ts'
import {
  addBlock,
  addInline,
  addPreserved,
  addText,
  boxText,
  createFlow,
  type Flow,
  flush,
  takeInlines,
} from './flow.ts'
import { readFrame } from './frames.ts'
import { isHidden } from './hidden.ts'
import { readLink, readSuperscript } from './links.ts'
import { readList } from './lists.ts'
import { isVisualCopy, readMath, readMathPicture, readMathScript } from './math.ts'
import { holdsNotes, isBacklink } from './notes.ts'
import { styledContext, styledMarks } from './styles.ts'
import { readTable } from './tables.ts'
import { splitTex } from './tex.ts'

type Handler = (element: Element, flow: Flow, context: Context) => void

const handlers: Readonly<Record<Kind, Handler>> = {
  block: (element, flow, context) => {
    flush(flow)
    if (context.page.notes.bodies.size > 0) {
      for (const block of readBesideNotes(element, context)) flow.blocks.push(block)
      return
    }
    walkChildren(element, flow, context)
    flush(flow)
  },
  inline: (element, flow, context) => {
    const own = elementMarks.get(element.tagName)
    const marks = styledMarks(element, own ? { ...context.marks, ...own } : context.marks)
    walkChildren(element, flow, marks === context.marks ? context : { ...context, marks })
  },
  ignored: () => {},
  heading: (element, flow, context) => {
    const { places } = context.page
    flush(flow)
    const inner = createFlow()
    walkChildren(element, inner, context)
    const inlines = takeInlines(inner)
    const level = Number(element.tagName.slice(1))
    if (inlines.length > 0) {
      const heading: Block = { type: 'heading', level, inlines }
      flow.blocks.push(heading)
      if (places.headings.size > 0) places.blocks.set(element, heading)
    }
    // HTML forbids blocks in a heading; their content is kept as headings.
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
    for (const block of readTable(element, context)) flow.blocks.push(block)
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
  link: (element, flow, context) => readLink(element, flow, context, handlers.inline),
  superscript: (element, flow, context) => readSuperscript(element, flow, context, handlers.inline),
  image: (element, flow, { anchor, page }) => {
    const formula = readMathPicture(element)
    const alt = (findAttribute(element, 'alt') ?? '').trim()
    const source = page.withSources ? findSource(element) : undefined
    if (formula) addInline(flow, formula, anchor)
    else if (source !== undefined) addInline(flow, { type: 'image', alt, source }, anchor)
    else if (alt !== '') addInline(flow, { type: 'image', alt }, anchor)
  },
  quotation: (element, flow, context) => {
    addText(flow, '“', context.marks, context.anchor)
    walkChildren(element, flow, context)
    addText(flow, '”', context.marks, context.anchor)
  },
  ruby: (element, flow, context) => {
    // Puts the reading in parentheses after its base, as a browser without ruby does.
    const isReading = element.tagName !== 'ruby'
    if (isReading) addText(flow, '(', context.marks, context.anchor)
    walkChildren(element, flow, context)
    if (isReading) addText(flow, ')', context.marks, context.anchor)
  },
  math: (element, flow, { anchor, page }) =>
    addMath(readMath(element, page.warnings), flow, anchor),
  svg: (element, flow, context) => {
    const drawing = readDrawing(element, context)
    if (drawing && drawing.blocks.length > 0) addBlock(flow, drawing)
    else if (drawing?.alt) addInline(flow, { type: 'image', alt: drawing.alt }, context.anchor)
  },
  script: (element, flow, { anchor }) => addMath(readMathScript(element), flow, anchor),
  caption: (element, flow, context) => {
    flush(flow)
    const inner = createFlow()
    walkChildren(element, inner, context)
    flush(inner, 'caption')
    flow.blocks.push(...inner.blocks)
  },
  figure: (element, flow, context) => {
    flush(flow)
    flow.blocks.push(...readFigure(element, context))
  },
  control: (element, flow, context) => {
    const control = context.page.profile === 'fidelity' ? readControl(element) : undefined
    if (control?.type === 'text') {
      readApart(flow, context, () => addText(flow, control.text, context.marks, context.anchor))
    } else if (control) addBox(control.checked, flow, context)
  },
  frame: (element, flow, context) => {
    flush(flow)
    flow.blocks.push(...readFrame(element, context))
  },
  wordBreak: () => {},
  preserved: (element, flow, context) =>
    readApart(flow, context, () =>
      walkChildren(element, flow, { ...context, whiteSpace: 'preserve' }),
    ),
  button: (element, flow, context) =>
    readApart(flow, context, () => walkChildren(element, flow, context)),
}

function addMath(
  formula: ReturnType<typeof readMathScript>,
  flow: Flow,
  anchor: Context['anchor'],
): void {
  if (formula?.type === 'formulaBlock') addBlock(flow, formula)
  else if (formula) addInline(flow, formula, anchor)
}

/** Makes a box at the start of a paragraph the paragraph's own; any other becomes a character. */
function addBox(checked: boolean, flow: Flow, { marks, anchor }: Context): void {
  if (flow.inlines.length === 0 && flow.checked === undefined) flow.checked = checked
  else addText(flow, ` ${boxText(checked)} `, marks, anchor)
}

/** Separates a control from the adjacent text. */
function readApart(flow: Flow, { marks, anchor }: Context, read: () => void): void {
  addText(flow, ' ', marks, anchor)
  read()
  addText(flow, ' ', marks, anchor)
}

function asHeading(block: Block, level: number): Block {
  return block.type === 'paragraph' ? { type: 'heading', level, inlines: block.inlines } : block
}

/** Reads the content beside notes; drops a rule alone and the heading of the notes, which belonged to them. */
function readBesideNotes(element: Element, context: Context): Block[] {
  const blocks = readBlocks(element, context)
  const { bodies } = context.page.notes
  const isHolder = holdsNotes(element)
  if (
    !isHolder &&
    !element.children.some((child) => child.type === 'element' && bodies.has(child))
  ) {
    return blocks
  }
  const isEmpty = blocks.every(
    ({ type }) => type === 'thematicBreak' || (isHolder && type === 'heading'),
  )
  return isEmpty ? [] : blocks
}

/** Reads the content of an element as blocks. */
export function readBlocks(element: Element, context: Context): Block[] {
  const flow = createFlow()
  walkChildren(element, flow, context)
  flush(flow)
  return flow.blocks
}

function walkChildren(element: Element, flow: Flow, context: Context): void {
  const { page } = context
  if (page.depth > MAX_DEPTH) {
    page.warnings.add('too_deep', 'Deeply nested elements were read as text only.')
    addText(flow, textContent(element), context.marks, context.anchor)
    return
  }
  page.depth += 1
  for (const child of element.children) walk(child, flow, context)
  page.depth -= 1
}

function walk(node: Node, flow: Flow, context: Context): void {
  if (node.type === 'element') walkElement(node, flow, context)
  else if (context.page.tex !== 'none') addWithTex(node.value, flow, context)
  else addCharacters(node.value, flow, context)
}

function addWithTex(text: string, flow: Flow, context: Context): void {
  for (const piece of splitTex(text, context.page.tex)) {
    if (piece.type === 'text') addCharacters(piece.text, flow, context)
    else addMath(piece, flow, context.anchor)
  }
}

function addCharacters(text: string, flow: Flow, context: Context): void {
  if (context.whiteSpace === 'collapse') {
    addText(flow, text, context.marks, context.anchor)
  } else addLines(text, flow, context)
}

function addLines(text: string, flow: Flow, { whiteSpace, marks, anchor }: Context): void {
  text.split(/\r\n?|\n/).forEach((line, index) => {
    if (index > 0) addInline(flow, { type: 'lineBreak' }, anchor)
    // Preserved spaces must not be collapsed with those of other runs.
    if (whiteSpace === 'preserve') {
      addPreserved(flow, line.replace(/[ \t]/g, '\u00a0'), marks, anchor)
    } else addText(flow, line, marks, anchor)
  })
}

function walkElement(element: Element, flow: Flow, context: Context): void {
  const { notes } = context.page
  if (notes.bodies.size > 0 && notes.bodies.has(element)) {
    // The note is read at its reference; the text after it is a new paragraph.
    flush(flow)
    return
  }
  if (element.attributes.length === 0) {
    handle(element, flow, context)
    return
  }
  if (isHidden(element) || isVisualCopy(element)) return
  if (notes.isReading && isBacklink(element)) return
  handle(element, flow, styledContext(element, context))
}

function handle(element: Element, flow: Flow, context: Context): void {
  const kind = findKind(element.tagName)
  if (kind) {
    handlers[kind](element, flow, context)
    return
  }
  // WHATWG HTML 4.13: a custom element is replaced by its content; so is an unknown name, with a warning.
  if (!element.tagName.includes('-')) {
    const name = element.tagName.slice(0, 40)
    context.page.warnings.add(
      'unknown_element',
      `The element <${name}> is unknown; its content was read.`,
    )
  }
  handlers.inline(element, flow, context)
}
