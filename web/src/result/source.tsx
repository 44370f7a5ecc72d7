/** The Markdown source; the lines of the chosen block are highlighted. */
import { type ReactNode, use, useSyncExternalStore } from 'react'
import { LinkContext } from './link.ts'
import type { ViewModel } from './view-model.ts'

interface SourceProps {
  readonly model: ViewModel
}

interface Part {
  readonly start: number
  readonly text: string
  readonly segment: number | undefined
}

export function SourceText({ model }: SourceProps): ReactNode {
  const links = use(LinkContext)
  const { lit, chosen } = useSyncExternalStore(links.subscribe, links.read)
  const marked = [lit, chosen].flatMap((block) =>
    block === undefined ? [] : (model.segmentsOf.get(block) ?? []),
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
    <pre className="source pane-scroll" tabIndex={0}>
      {partsOf(model).map(({ start, text, segment }) => (
        <span
          key={start}
          className={segment !== undefined && marked.includes(segment) ? 'lit' : undefined}
          onPointerEnter={() =>
            links.light(segment === undefined ? undefined : model.blockOf.get(segment))
          }
        >
          {text}
        </span>
      ))}
    </pre>
  )
}

/** Splits the source into the lines of each segment and the lines between segments. */
function partsOf({ raw, segments }: ViewModel): readonly Part[] {
  const lines = raw.markdown.split(/(?<=\n)/)
  const parts: Part[] = []
  let next = 0
  const add = (end: number, segment: number | undefined): void => {
    if (end > next) parts.push({ start: next, text: lines.slice(next, end).join(''), segment })
    next = Math.max(next, end)
  }
  for (const [segment, { lines }] of segments.entries()) {
    if (lines[1] <= next) continue
    add(lines[0], undefined)
    add(lines[1], segment)
  }
  add(lines.length, undefined)
  return parts
}
