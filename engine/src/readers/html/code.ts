/** Reads `pre` and `code` as code blocks and code spans. */
import type { Code, CodeBlock } from '../../model/index.ts'
import { childElements, type Element, findAttribute, textContent } from './dom.ts'

/** @returns `undefined` if it holds only white space. */
export function readPreformatted(element: Element): CodeBlock | undefined {
  // The parser has dropped the newline after the tag (WHATWG HTML 13.2.6.4.7).
  const text = textContent(element).replace(/\r\n?/g, '\n').replace(/\s+$/, '')
  if (text.trim() === '') return undefined
  const language = findLanguage(element)
  return { type: 'codeBlock', text: text.replace(/^\n+/, ''), ...(language && { language }) }
}

export function readCode(element: Element): Code | undefined {
  const text = textContent(element).replace(/[ \t\n\r\f]+/g, ' ')
  return text.trim() === '' ? undefined : { type: 'code', text }
}

/** Class names that name the language: `language-js`, `lang-js`, `highlight-source-js`, `brush: js`. */
const languageClass =
  /(?:^|\s)(?:language|lang|highlight-(?:source|text)|brush:?|sourceCode)[-:\s]\s*([\w+#.-]+)/i

/** Looks for the language on the element, the code inside it, and the wrapper around it. */
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

/** Names of languages as they are written after a fence. */
const aliases: Readonly<Record<string, string>> = { 'c++': 'cpp', 'c#': 'csharp' }
