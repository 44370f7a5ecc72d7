/** Reads the visible state of form controls in the fidelity profile: check boxes, values, chosen options. */
import { type Element, findAttribute, nodesBelow, textContent } from './dom.ts'

type Control =
  | { readonly type: 'box'; readonly checked: boolean }
  | { readonly type: 'text'; readonly text: string }

/** Types of `input` that show their value (WHATWG HTML 4.10.5). */
const shownTypes: ReadonlySet<string> = new Set(
  'text search tel url email date month week time datetime-local number'.split(' '),
)

/** @returns `undefined` for a control without readable content: buttons, passwords, hidden fields. */
export function readControl(element: Element): Control | undefined {
  if (element.tagName === 'select') return toText(chosenOptions(element).join(', '))
  const type = findAttribute(element, 'type')?.trim().toLowerCase() ?? 'text'
  if (type === 'checkbox' || type === 'radio') {
    return { type: 'box', checked: findAttribute(element, 'checked') !== undefined }
  }
  if (type === 'image') return toText(findAttribute(element, 'alt') ?? '')
  // An unknown type is a text field.
  const isShown = shownTypes.has(type) || !otherTypes.has(type)
  return isShown ? toText(findAttribute(element, 'value') ?? '') : undefined
}

const otherTypes: ReadonlySet<string> = new Set(
  'hidden password range color file submit reset button'.split(' '),
)

function toText(text: string): Control | undefined {
  return text.trim() === '' ? undefined : { type: 'text', text: text.trim() }
}

/** Returns the selected options; of a drop-down box without any, the first, which browsers show. */
function chosenOptions(select: Element): string[] {
  const options = optionsOf(select)
  const selected = options.filter((option) => findAttribute(option, 'selected') !== undefined)
  const isList = findAttribute(select, 'multiple') !== undefined
  const chosen = selected.length > 0 || isList ? selected : options.slice(0, 1)
  return chosen.map((option) => textContent(option).replace(/\s+/g, ' ').trim())
}

function optionsOf(select: Element): Element[] {
  const options: Element[] = []
  for (const node of nodesBelow(select, ({ tagName }) => tagName !== 'option')) {
    if (node.type === 'element' && node.tagName === 'option') options.push(node)
  }
  return options
}
