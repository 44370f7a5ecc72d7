/** Markdown → elements that are safe to show, each with the number of the unit of text that it is. */
import DOMPurify from 'dompurify'
import createMarkdownIt from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import type { MarkdownIt, Token } from './markdown-types.ts'
import { readMath } from './math.ts'
import { markUnits, type Unit } from './units.ts'

export interface Rendered {
  readonly fragment: DocumentFragment
  readonly units: readonly Unit[]
}

const markdown = createParser()

function createParser(): MarkdownIt {
  const made = new createMarkdownIt({ html: true, linkify: false })
  made.use(footnotes)
  made.use(readMath)
  const { rules } = made.renderer
  // Pictures of a document lie beside its Markdown: here stands what they show.
  rules['image'] = (tokens, at) => {
    const text = tokens[at]?.content ?? ''
    const escaped = made.utils.escapeHtml(text === '' ? 'Picture' : text)
    return `<span class="picture" role="img" aria-label="${escaped}">${escaped}</span>`
  }
  rules['html_block'] = (tokens, at) => {
    const unit = tokens[at]?.attrGet('data-unit')
    const html = tokens[at]?.content ?? ''
    return unit === null || unit === undefined ? html : `<div data-unit="${unit}">${html}</div>`
  }
  rules['fence'] = (tokens, at) => {
    const token = tokens[at]
    const unit = token?.attrGet('data-unit') ?? ''
    return `<pre class="code" data-unit="${unit}"><code>${made.utils.escapeHtml(token?.content ?? '')}</code></pre>`
  }
  for (const cell of ['th_open', 'td_open']) {
    // The policy of the page allows no style in markup.
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

/** Elements of documents, and no others: nothing that loads, runs or is filled in. */
const allowed = {
  ADD_ATTR: ['data-unit', 'data-displayed', 'rowspan', 'colspan'],
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

/** @param below Level of the heading that the text stands under: the page has one `h1`, which is its own. */
export function renderMarkdown(text: string, below = 1): Rendered {
  const env = {}
  const tokens: Token[] = markdown.parse(text, env)
  const units = markUnits(tokens)
  lowerHeadings(tokens, below)
  const html = markdown.renderer.render(tokens, markdown.options, env)
  const fragment = DOMPurify.sanitize(html, allowed)
  for (const link of fragment.querySelectorAll('a[href]')) {
    // Footnotes would change the address; links of a document open beside the page.
    if (link.getAttribute('href')?.startsWith('#')) link.removeAttribute('href')
    else {
      link.setAttribute('target', '_blank')
      link.setAttribute('rel', 'noopener noreferrer nofollow')
    }
  }
  for (const table of fragment.querySelectorAll('table')) wrap(table)
  return { fragment, units }
}

/** `#` looks like one, and is a heading of the level below those of the page. */
function lowerHeadings(tokens: readonly Token[], below: number): void {
  for (const token of tokens) {
    if (token.type !== 'heading_open' && token.type !== 'heading_close') continue
    const level = Number(token.tag.slice(1))
    token.tag = `h${Math.min(6, level + below)}`
    if (token.type === 'heading_open') token.attrSet('class', `level-${level}`)
  }
}

/** Wide tables scroll by themselves. */
function wrap(table: Element): void {
  const scroll = document.createElement('div')
  scroll.className = 'table-scroll'
  scroll.tabIndex = 0
  scroll.setAttribute('role', 'region')
  scroll.setAttribute('aria-label', 'Table')
  table.replaceWith(scroll)
  scroll.append(table)
}
