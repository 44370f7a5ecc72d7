/** The rendered Markdown; each segment is linked to its box. */
import { type ReactNode, use, useEffect, useRef } from 'react'
import { Link } from '../frame/index.ts'
import { LinkContext, type LinkState } from './link.ts'
import { drawMath } from './math.ts'
import { scrollInto } from './scroll.ts'
import type { ViewModel } from './view-model.ts'

interface RenderedProps {
  readonly model: ViewModel
}

export function RenderedText({ model }: RenderedProps): ReactNode {
  const pane = useRef<HTMLElement>(null)
  const links = use(LinkContext)
  useEffect(() => {
    const element = pane.current
    if (!element) return
    element.replaceChildren(model.fragment.cloneNode(true))
    for (const segment of model.blockOf.keys()) {
      elementOf(element, segment)?.classList.add('linked')
    }
    return drawMath(element)
  }, [model])
  useEffect(() => links.subscribe(() => mark(pane.current, model, links.read())), [links, model])
  const blockAt = (target: EventTarget): number | undefined => {
    const segment = target instanceof Element ? target.closest('[data-segment]') : null
    return segment ? model.blockOf.get(Number(segment.getAttribute('data-segment'))) : undefined
  }
  if (model.raw.markdown.trim() === '') {
    return (
      <div className="empty">
        <h2>No text was found</h2>
        <p>
          The fast lane does not read scans. The fidelity lane does:{' '}
          <Link to="/docs/lanes">Choose a lane</Link>
        </p>
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the boxes are the same links for the keyboard.
    <article
      className="prose pane-scroll"
      ref={pane}
      onMouseOver={({ target }) => links.light(blockAt(target))}
      onFocus={({ target }) => links.light(blockAt(target))}
      onMouseLeave={() => links.light(undefined)}
      onClick={({ target }) => {
        const block = blockAt(target)
        if (block !== undefined) links.choose(block, 'text')
      }}
    />
  )
}

function elementOf(root: HTMLElement, segment: number): HTMLElement | null {
  return root.querySelector<HTMLElement>(`[data-segment="${segment}"]`)
}

function elementsOf(
  root: HTMLElement,
  { segmentsOf }: ViewModel,
  block: number | undefined,
): readonly HTMLElement[] {
  const segments = block === undefined ? [] : (segmentsOf.get(block) ?? [])
  return segments.flatMap((segment) => elementOf(root, segment) ?? [])
}

function mark(
  root: HTMLElement | null,
  model: ViewModel,
  { lit, chosen, source }: LinkState,
): void {
  if (!root) return
  for (const element of root.querySelectorAll('.lit, .chosen')) {
    element.classList.remove('lit', 'chosen')
  }
  for (const element of elementsOf(root, model, lit)) element.classList.add('lit')
  const elements = elementsOf(root, model, chosen)
  for (const element of elements) element.classList.add('chosen')
  if (chosen === undefined) return
  const isNew = root.dataset['chosen'] !== String(chosen)
  root.dataset['chosen'] = String(chosen)
  const [first] = elements
  if (first && isNew && source !== 'text') scrollInto(root, first, 'middle')
}
