/** `pre` and `code` → code blocks and spans. */
import type { Code, CodeBlock } from '../../model/index.ts'
import { childElements, type Element, findAttribute, textContent } from './dom.ts'

/** @returns `undefined` when it holds nothing but white space. */
export function readPreformatted(element: Element): CodeBlock | undefined {
  // The newline right after the tag is dropped by the parser already (WHATWG HTML 13.2.6.4.7).
  const text = textContent(element).replace(/\r\n?/g, '\n').replace(/\s+$/, '')
  if (text.trim() === '') return undefined
  const language = findLanguage(element)
  return { type: 'codeBlock', text: text.replace(/^\n+/, ''), ...(language && { language }) }
}

export function readCode(element: Element): Code | undefined {
  const text = textContent(element).replace(/[ \t\n\r\f]+/g, ' ')
  return text.trim() === '' ? undefined : { type: 'code', text }
}

/** What highlighters write into classes: `language-js`, `lang-js`, `highlight-source-js`, `brush: js`. */
const languageClass =
  /(?:^|\s)(?:language|lang|highlight-(?:source|text)|brush:?|sourceCode)[-:\s]\s*([\w+#.-]+)/i

/** Of the element, the code inside, or the wrapper around. */
function findLanguage(element: Element): string | undefined {
  const { parent } = element
  const around = parent?.tagName === 'div' ? [parent] : []
  for (const candidate of [element, ...childElements(element).slice(0, 1), ...around]) {
    const match = languageClass.exec(findAttribute(candidate, 'class') ?? '')
    const data = findAttribute(candidate, 'data-lang') ?? findAttribute(candidate, 'data-language')
    const name = (match?.[1] ?? data)?.toLowerCase()
    if (name) return aliases[name] ?? name
  }
  return undefined
}

/** Names as they are written after a fence. */
const aliases: Readonly<Record<string, string>> = { 'c++': 'cpp', 'c#': 'csharp' }
