/** Renders Markdown to sanitised elements, each with the number of its segment. */
import DOMPurify from 'dompurify'
import createMarkdownIt from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import type { MarkdownIt, Token } from './markdown-types.ts'
import { readMath } from './math.ts'
import { markSegments, type Segment } from './segments.ts'

interface Rendered {
  readonly fragment: DocumentFragment
  readonly segments: readonly Segment[]
}

const markdown = createParser()

function createParser(): MarkdownIt {
  const made = new createMarkdownIt({ html: true, linkify: false })
  made.use(footnotes)
  made.use(readMath)
  const { rules } = made.renderer
  // The pictures are not part of the Markdown, so the alternative text is shown.
  rules['image'] = (tokens, at) => {
    const text = tokens[at]?.content ?? ''
    const escaped = made.utils.escapeHtml(text === '' ? 'Picture' : text)
    return `<span class="picture" role="img" aria-label="${escaped}">${escaped}</span>`
  }
  rules['html_block'] = (tokens, at) => {
    const segment = tokens[at]?.attrGet('data-segment')
    const html = tokens[at]?.content ?? ''
    return segment === null || segment === undefined
      ? html
      : `<div data-segment="${segment}">${html}</div>`
  }
  rules['fence'] = (tokens, at) => {
    const token = tokens[at]
    const segment = token?.attrGet('data-segment') ?? ''
    return `<pre class="code" data-segment="${segment}"><code>${made.utils.escapeHtml(token?.content ?? '')}</code></pre>`
  }
  for (const cell of ['th_open', 'td_open']) {
    // The content security policy forbids inline styles.
    rules[cell] = (tokens, at, options, _env, self) => {
      const token = tokens[at]
      const style = String(token?.attrGet('style') ?? '')
      if (token && style !== '') {
        token.attrs = [['class', style.includes('right') ? 'right' : 'middle']]
      }
      return self.renderToken(tokens, at, options)
    }
  }
  return made
}

/** Forbids elements that load, run or take input. */
const allowed = {
  ADD_ATTR: ['data-segment', 'data-displayed', 'rowspan', 'colspan'],
  FORBID_TAGS: [
    'h1',
    'style',
    'form',
    'input',
    'button',
    'textarea',
    'select',
    'iframe',
    'svg',
    'math',
    'img',
    'video',
    'audio',
  ],
  FORBID_ATTR: ['style', 'id', 'name', 'srcset'],
  RETURN_DOM_FRAGMENT: true as const,
}

/** @param below Level of the heading above the text: only the page itself has an `h1`. */
export function renderMarkdown(text: string, below = 1): Rendered {
  const env = {}
  const tokens: Token[] = markdown.parse(text, env)
  const segments = markSegments(tokens)
  lowerHeadings(tokens, below)
  const html = markdown.renderer.render(tokens, markdown.options, env)
  const fragment = DOMPurify.sanitize(html, allowed)
  for (const link of fragment.querySelectorAll('a[href]')) {
    // Links inside of a document would change the address; others open a new tab.
    const href = link.getAttribute('href') ?? ''
    if (href.startsWith('#')) {
      link.removeAttribute('href')
      link.setAttribute('data-anchor', href.slice(1))
    } else {
      link.setAttribute('target', '_blank')
      link.setAttribute('rel', 'noopener noreferrer nofollow')
    }
  }
  for (const table of fragment.querySelectorAll('table')) wrap(table)
  return { fragment, segments }
}

/** Lowers headings below those of the page; the class keeps the level for the style. */
function lowerHeadings(tokens: readonly Token[], below: number): void {
  for (const token of tokens) {
    if (token.type !== 'heading_open' && token.type !== 'heading_close') continue
    const level = Number(token.tag.slice(1))
    token.tag = `h${Math.min(6, level + below)}`
    if (token.type === 'heading_open') token.attrSet('class', `level-${level}`)
  }
}

/** Lets a wide table scroll on its own. */
function wrap(table: Element): void {
  const scroll = document.createElement('div')
  scroll.className = 'table-scroll'
  scroll.tabIndex = 0
  scroll.setAttribute('role', 'region')
  scroll.setAttribute('aria-label', 'Table')
  table.replaceWith(scroll)
  scroll.append(table)
}
