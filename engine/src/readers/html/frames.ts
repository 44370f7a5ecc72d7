/** Reads the document embedded in an `iframe` in the fidelity profile; external documents are not fetched. */
import type { Block } from '../../model/index.ts'
import type { Context } from './context.ts'
import { childElements, type Element, findAttribute } from './dom.ts'
import { parsePage } from './page.ts'

/** The deepest nesting; each level must escape the one inside again, so pages write at most two. */
const MAX_FRAMES = 3

export function readFrame(element: Element, context: Context): Block[] {
  const { page } = context
  if (page.profile !== 'fidelity') return []
  const source = findAttribute(element, 'srcdoc')
  if (source === undefined || page.frames >= MAX_FRAMES) {
    page.warnings.add(
      'frame_not_read',
      'The content of a frame was left out: external pages are not fetched.',
    )
    return []
  }
  page.frames += 1
  const root = childElements(parsePage(source, page.limits))[0]
  const bodies = root ? childElements(root).filter(({ tagName }) => tagName === 'body') : []
  const blocks = bodies.flatMap((body) => page.readBlocks(body, context))
  page.frames -= 1
  return blocks
}
