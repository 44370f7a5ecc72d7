/** The kinds of blocks with their colours, to show and hide. */
import type { ReactNode } from 'react'
import type { Block, Kind } from './blocks.ts'

interface LegendProps {
  readonly blocks: readonly Block[]
  readonly hidden: ReadonlySet<Kind>
  readonly onChange: (hidden: ReadonlySet<Kind>) => void
}

const names: Readonly<Record<Kind, string>> = {
  heading: 'Headings',
  paragraph: 'Paragraphs',
  list: 'Lists',
  table: 'Tables',
  figure: 'Figures',
  formula: 'Formulas',
  code: 'Code',
  caption: 'Captions',
  note: 'Footnotes',
  furniture: 'Page edges',
}

export function Legend({ blocks, hidden, onChange }: LegendProps): ReactNode {
  const visible = blocks.filter(({ boxes }) => boxes.length > 0)
  const kinds = [...new Set(visible.map(({ kind }) => kind))]
  if (kinds.length === 0) return null
  return (
    <fieldset className="legend">
      <legend className="visually-hidden">Boxes that are shown</legend>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          className={`legend-kind kind-${kind}`}
          aria-pressed={!hidden.has(kind)}
          onClick={() => onChange(new Set([kind]).symmetricDifference(hidden))}
        >
          {names[kind]}
          <span className="soft">{visible.filter((block) => block.kind === kind).length}</span>
        </button>
      ))}
    </fieldset>
  )
}
