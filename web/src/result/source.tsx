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
  readonly unit: number | undefined
}

export function SourceText({ model }: SourceProps): ReactNode {
  const links = use(LinkContext)
  const { lit, chosen } = useSyncExternalStore(links.subscribe, links.read)
  const marked = [lit, chosen].flatMap((block) =>
    block === undefined ? [] : (model.unitsOf.get(block) ?? []),
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
    <pre className="source pane-scroll" tabIndex={0}>
      {partsOf(model).map(({ start, text, unit }) => (
        <span
          key={start}
          className={unit !== undefined && marked.includes(unit) ? 'lit' : undefined}
          onPointerEnter={() =>
            links.light(unit === undefined ? undefined : model.blockOf.get(unit))
          }
        >
          {text}
        </span>
      ))}
    </pre>
  )
}

/** Splits the source into the lines of each unit and the lines between units. */
function partsOf({ raw, units }: ViewModel): readonly Part[] {
  const lines = raw.markdown.split(/(?<=\n)/)
  const parts: Part[] = []
  let next = 0
  const add = (end: number, unit: number | undefined): void => {
    if (end > next) parts.push({ start: next, text: lines.slice(next, end).join(''), unit })
    next = Math.max(next, end)
  }
  for (const [unit, { lines: place }] of units.entries()) {
    if (place[1] <= next) continue
    add(place[0], undefined)
    add(place[1], unit)
  }
  add(lines.length, undefined)
  return parts
}
