/** `iframe` → the document that it carries in itself; one that would have to be fetched is not read. The fidelity lane's. */
import type { Block } from '../../model/index.ts'
import type { Context } from './context.ts'
import { childElements, type Element, findAttribute } from './dom.ts'
import { parsePage } from './page.ts'

/** Every level escapes the one inside once more, so that more than two are not written. */
const MAX_FRAMES = 3

export function readFrame(element: Element, context: Context): Block[] {
  const { page } = context
  if (page.profile !== 'fidelity') return []
  const source = findAttribute(element, 'srcdoc')
  if (source === undefined || page.frames >= MAX_FRAMES) {
    page.warnings.add('frame_not_read', 'The content of a frame was not read: nothing is fetched.')
    return []
  }
  page.frames += 1
  const root = childElements(parsePage(source, page.limits))[0]
  const bodies = root ? childElements(root).filter(({ tagName }) => tagName === 'body') : []
  const blocks = bodies.flatMap((body) => page.readBlocks(body, context))
  page.frames -= 1
  return blocks
}
