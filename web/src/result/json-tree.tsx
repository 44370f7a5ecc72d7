/** The structured document as a tree; branches are rendered when opened. */
import { type ReactNode, useState } from 'react'

interface TreeProps {
  readonly value: unknown
}

export function JsonTree({ value }: TreeProps): ReactNode {
  return (
    <div className="json pane-scroll">
      <ul>
        <Branch name="document" value={value} isOpenAtFirst />
      </ul>
    </div>
  )
}

interface BranchProps {
  readonly name: string
  readonly value: unknown
  readonly isOpenAtFirst?: boolean
}

/** Entries per step; a button shows more, so that long documents stay fast. */
const STEP = 100

function Branch({ name, value, isOpenAtFirst = false }: BranchProps): ReactNode {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const [shown, setShown] = useState(STEP)
  if (typeof value !== 'object' || value === null) return <Leaf name={name} value={value} />
  const entries = Object.entries(value)
  const size = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`
  return (
    <li>
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <span className="json-name">{name}</span> <span className="soft">{size}</span>{' '}
        {!isOpen && <span className="soft">{glimpseOf(value)}</span>}
      </button>
      {isOpen && (
        <ul>
          {entries.slice(0, shown).map(([key, each]) => (
            <Branch key={key} name={key} value={each} />
          ))}
          {entries.length > shown && (
            <li>
              <button type="button" onClick={() => setShown(shown + STEP)}>
                {entries.length - shown} more
              </button>
            </li>
          )}
        </ul>
      )}
    </li>
  )
}

function Leaf({ name, value }: TreeProps & { readonly name: string }): ReactNode {
  return (
    <li className="json-leaf">
      <span className="json-name">{name}</span>{' '}
      <span className={`json-${value === null ? 'null' : typeof value}`}>
        {JSON.stringify(value)}
      </span>
    </li>
  )
}

/** Returns a short summary of a closed branch. */
function glimpseOf(value: object): string {
  const { label, text } = value as { readonly label?: unknown; readonly text?: unknown }
  const parts = [label, text].filter((each) => typeof each === 'string' && each !== '')
  return parts.join(' · ').slice(0, 90)
}
