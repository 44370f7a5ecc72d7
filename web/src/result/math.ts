/** Parses `$…$` and `$$…$$` into elements with their TeX, which are drawn when visible. */
import type { MarkdownIt, StateBlock, StateInline } from './markdown-types.ts'

export function readMath(markdown: MarkdownIt): void {
  markdown.inline.ruler.after('escape', 'math', readInline)
  markdown.block.ruler.before('fence', 'math_block', readBlock, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
  markdown.renderer.rules['math'] = (tokens, at) => {
    const token = tokens[at]
    return write('span', token?.content ?? '', token?.markup === '$$')
  }
  markdown.renderer.rules['math_block'] = (tokens, at) => {
    const segment = String(tokens[at]?.attrGet('data-segment') ?? '')
    return write('div', tokens[at]?.content ?? '', true, segment)
  }
}

function write(tag: string, tex: string, isDisplayed: boolean, segment?: string): string {
  const escaped = tex.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
  const attribute = segment === undefined ? '' : ` data-segment="${segment}"`
  return `<${tag} class="math"${isDisplayed ? ' data-displayed="true"' : ''}${attribute}>${escaped}</${tag}>`
}

/** No space inside the dollars and no digit after them, so that `$5 and $6` stays text. */
const inlineMath = /^(\$\$?)((?:[^\s$\\]|\\.)(?:(?:[^$\\]|\\.)*?(?:[^\s$\\]|\\.))?)\1(?!\d)/s

function readInline(state: StateInline, isSilent: boolean): boolean {
  if (state.src[state.pos] !== '$') return false
  const [whole = '', markup = '', tex = ''] = inlineMath.exec(state.src.slice(state.pos)) ?? []
  if (whole === '') return false
  if (!isSilent) {
    const token = state.push('math', '', 0)
    token.content = tex
    token.markup = markup
  }
  state.pos += whole.length
  return true
}

function readBlock(state: StateBlock, start: number, end: number, isSilent: boolean): boolean {
  const lineAt = (line: number): string =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line])
  const first = lineAt(start)
  if (!first.startsWith('$$')) return false
  const isOneLine = /^\$\$.+\$\$\s*$/.test(first)
  if (!isOneLine && first.trim() !== '$$') return false
  let last = start
  if (!isOneLine) {
    do last += 1
    while (last < end && lineAt(last).trim() !== '$$')
    if (last >= end) return false
  }
  if (isSilent) return true
  const token = state.push('math_block', '', 0)
  token.block = true
  token.content = isOneLine
    ? first.trim().slice(2, -2)
    : state.getLines(start + 1, last, state.blkIndent, false)
  token.map = [start, last + 1]
  state.line = last + 1
  return true
}

/** Draws formulas as they come into view. @returns A function that stops it. */
export function drawMath(root: HTMLElement): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        void drawOne(target as HTMLElement)
      }
    },
    { rootMargin: '400px' },
  )
  for (const element of root.querySelectorAll('.math')) observer.observe(element)
  return () => observer.disconnect()
}

async function drawOne(element: HTMLElement): Promise<void> {
  const { katex } = await import('./katex.ts')
  const tex = element.textContent ?? ''
  // KaTeX builds elements, since the content security policy forbids inline styles in markup.
  katex.render(tex, element, {
    displayMode: element.dataset['displayed'] === 'true',
    throwOnError: false,
    trust: false,
    maxExpand: 200,
    maxSize: 20,
    output: 'html',
  })
  element.setAttribute('role', 'math')
  element.setAttribute('aria-label', tex)
}
