/** Converts the elements of a page to blocks and inlines, by their kind. */
import type { Block } from '../../model/index.ts'
import {
  addBlock,
  addInline,
  addPreserved,
  addText,
  type BlockBuilder,
  boxText,
  createBlockBuilder,
  flush,
  takeInlines,
} from './block-builder.ts'
import { readCode, readPreformatted } from './code.ts'
import { type Context, MAX_DEPTH } from './context.ts'
import { readControl } from './controls.ts'
import { readDefinitions } from './definitions.ts'
import { type Element, findAttribute, type Node, textContent } from './dom.ts'
import { type ElementKind, elementMarks, findElementKind } from './elements.ts'
import { findSource, readDrawing, readFigure } from './figures.ts'
import { readFrame } from './frames.ts'
import { isHidden } from './hidden.ts'
import { readLink, readSuperscript } from './links.ts'
import { readList } from './lists.ts'
import { isVisualCopy, readMath, readMathPicture, readMathScript } from './math.ts'
import { holdsNotes, isBacklink } from './notes.ts'
import { styledContext, styledMarks } from './styles.ts'
import { readTable } from './tables.ts'
import { splitTex } from './tex.ts'

type Handler = (element: Element, builder: BlockBuilder, context: Context) => void

const handlers: Readonly<Record<ElementKind, Handler>> = {
  block: (element, builder, context) => {
    flush(builder)
    if (context.page.notes.bodies.size > 0) {
      for (const block of readBesideNotes(element, context)) builder.blocks.push(block)
      return
    }
    walkChildren(element, builder, context)
    flush(builder)
  },
  inline: (element, builder, context) => {
    const own = elementMarks.get(element.tagName)
    const marks = styledMarks(element, own ? { ...context.marks, ...own } : context.marks)
    walkChildren(element, builder, marks === context.marks ? context : { ...context, marks })
  },
  ignored: () => {},
  heading: (element, builder, context) => {
    const { headingIds } = context.page
    flush(builder)
    const inner = createBlockBuilder()
    walkChildren(element, inner, context)
    const inlines = takeInlines(inner)
    const level = Number(element.tagName.slice(1))
    if (inlines.length > 0) {
      const heading: Block = { type: 'heading', level, inlines }
      builder.blocks.push(heading)
      if (headingIds.headings.size > 0) headingIds.blocks.set(element, heading)
    }
    // HTML forbids blocks in a heading; their content is kept as headings.
    for (const block of inner.blocks) builder.blocks.push(asHeading(block, level))
  },
  list: (element, builder, context) => {
    const list = readList(element, context)
    if (list.items.length > 0) addBlock(builder, list)
  },
  definitions: (element, builder, context) => {
    const list = readDefinitions(element, context)
    if (list.items.length > 0) addBlock(builder, list)
  },
  table: (element, builder, context) => {
    flush(builder)
    for (const block of readTable(element, context)) builder.blocks.push(block)
  },
  preformatted: (element, builder) => {
    const block = readPreformatted(element)
    if (block) addBlock(builder, block)
  },
  quote: (element, builder, context) => {
    const blocks = readBlocks(element, context)
    if (blocks.length > 0) addBlock(builder, { type: 'quote', blocks })
  },
  rule: (_, builder) => addBlock(builder, { type: 'thematicBreak' }),
  break: (_, builder, { anchor }) => addInline(builder, { type: 'lineBreak' }, anchor),
  code: (element, builder, { anchor }) => {
    const code = readCode(element)
    if (code) addInline(builder, code, anchor)
  },
  link: (element, builder, context) => readLink(element, builder, context, handlers.inline),
  superscript: (element, builder, context) =>
    readSuperscript(element, builder, context, handlers.inline),
  image: (element, builder, { anchor, page }) => {
    const formula = readMathPicture(element)
    const alt = (findAttribute(element, 'alt') ?? '').trim()
    const source = page.withSources ? findSource(element) : undefined
    if (formula) addInline(builder, formula, anchor)
    else if (source !== undefined) addInline(builder, { type: 'image', alt, source }, anchor)
    else if (alt !== '') addInline(builder, { type: 'image', alt }, anchor)
  },
  quotation: (element, builder, context) => {
    addText(builder, '“', context.marks, context.anchor)
    walkChildren(element, builder, context)
    addText(builder, '”', context.marks, context.anchor)
  },
  ruby: (element, builder, context) => {
    // Puts the reading in parentheses after its base, as a browser without ruby does.
    const isReading = element.tagName !== 'ruby'
    if (isReading) addText(builder, '(', context.marks, context.anchor)
    walkChildren(element, builder, context)
    if (isReading) addText(builder, ')', context.marks, context.anchor)
  },
  math: (element, builder, { anchor, page }) =>
    addMath(readMath(element, page.warnings), builder, anchor),
  svg: (element, builder, context) => {
    const drawing = readDrawing(element, context)
    if (drawing && drawing.blocks.length > 0) addBlock(builder, drawing)
    else if (drawing?.alt) addInline(builder, { type: 'image', alt: drawing.alt }, context.anchor)
  },
  script: (element, builder, { anchor }) => addMath(readMathScript(element), builder, anchor),
  caption: (element, builder, context) => {
    flush(builder)
    const inner = createBlockBuilder()
    walkChildren(element, inner, context)
    flush(inner, 'caption')
    builder.blocks.push(...inner.blocks)
  },
  figure: (element, builder, context) => {
    flush(builder)
    builder.blocks.push(...readFigure(element, context))
  },
  control: (element, builder, context) => {
    const control = context.page.profile === 'fidelity' ? readControl(element) : undefined
    if (control?.type === 'text') {
      readSeparately(builder, context, () =>
        addText(builder, control.text, context.marks, context.anchor),
      )
    } else if (control) addBox(control.checked, builder, context)
  },
  frame: (element, builder, context) => {
    flush(builder)
    builder.blocks.push(...readFrame(element, context))
  },
  wordBreak: () => {},
  preserved: (element, builder, context) =>
    readSeparately(builder, context, () =>
      walkChildren(element, builder, { ...context, whiteSpace: 'preserve' }),
    ),
  button: (element, builder, context) =>
    readSeparately(builder, context, () => walkChildren(element, builder, context)),
}

function addMath(
  formula: ReturnType<typeof readMathScript>,
  builder: BlockBuilder,
  anchor: Context['anchor'],
): void {
  if (formula?.type === 'formulaBlock') addBlock(builder, formula)
  else if (formula) addInline(builder, formula, anchor)
}

/** Makes a box at the start of a paragraph the paragraph's own; any other becomes a character. */
function addBox(checked: boolean, builder: BlockBuilder, { marks, anchor }: Context): void {
  if (builder.inlines.length === 0 && builder.checked === undefined) builder.checked = checked
  else addText(builder, ` ${boxText(checked)} `, marks, anchor)
}

/** Separates a control from the adjacent text. */
function readSeparately(builder: BlockBuilder, { marks, anchor }: Context, read: () => void): void {
  addText(builder, ' ', marks, anchor)
  read()
  addText(builder, ' ', marks, anchor)
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
  const builder = createBlockBuilder()
  walkChildren(element, builder, context)
  flush(builder)
  return builder.blocks
}

function walkChildren(element: Element, builder: BlockBuilder, context: Context): void {
  const { page } = context
  if (page.depth > MAX_DEPTH) {
    page.warnings.add('too_deep', 'Deeply nested elements were read as text only.')
    addText(builder, textContent(element), context.marks, context.anchor)
    return
  }
  page.depth += 1
  for (const child of element.children) walk(child, builder, context)
  page.depth -= 1
}

function walk(node: Node, builder: BlockBuilder, context: Context): void {
  if (node.type === 'element') walkElement(node, builder, context)
  else if (context.page.tex !== 'none') addWithTex(node.value, builder, context)
  else addCharacters(node.value, builder, context)
}

function addWithTex(text: string, builder: BlockBuilder, context: Context): void {
  for (const segment of splitTex(text, context.page.tex)) {
    if (segment.type === 'text') addCharacters(segment.text, builder, context)
    else addMath(segment, builder, context.anchor)
  }
}

function addCharacters(text: string, builder: BlockBuilder, context: Context): void {
  if (context.whiteSpace === 'collapse') {
    addText(builder, text, context.marks, context.anchor)
  } else addLines(text, builder, context)
}

function addLines(
  text: string,
  builder: BlockBuilder,
  { whiteSpace, marks, anchor }: Context,
): void {
  text.split(/\r\n?|\n/).forEach((line, index) => {
    if (index > 0) addInline(builder, { type: 'lineBreak' }, anchor)
    // Preserved spaces must not be collapsed with those of other runs.
    if (whiteSpace === 'preserve') {
      addPreserved(builder, line.replace(/[ \t]/g, '\u00a0'), marks, anchor)
    } else addText(builder, line, marks, anchor)
  })
}

function walkElement(element: Element, builder: BlockBuilder, context: Context): void {
  const { notes } = context.page
  if (notes.bodies.size > 0 && notes.bodies.has(element)) {
    // The note is read at its reference; the text after it is a new paragraph.
    flush(builder)
    return
  }
  if (element.attributes.length === 0) {
    handle(element, builder, context)
    return
  }
  if (isHidden(element) || isVisualCopy(element)) return
  if (notes.isReading && isBacklink(element)) return
  handle(element, builder, styledContext(element, context))
}

function handle(element: Element, builder: BlockBuilder, context: Context): void {
  const kind = findElementKind(element.tagName)
  if (kind) {
    handlers[kind](element, builder, context)
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
  handlers.inline(element, builder, context)
}
