/** Tabs as the ARIA practices describe them: arrow keys move between them, Tab reaches the selected one. */
import type { KeyboardEvent, ReactNode } from 'react'

interface TabsProps<Name extends string> {
  readonly label: string
  /** Prefix of the ids, so that one page can have several sets. */
  readonly id: string
  readonly names: readonly Name[]
  readonly current: Name
  readonly onSelect: (name: Name) => void
}

export function Tabs<Name extends string>(props: TabsProps<Name>): ReactNode {
  const { label, id, names, current, onSelect } = props
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = names.indexOf(current)
    const next = nextOf(event.key, at, names.length)
    const name = next === undefined ? undefined : names[next]
    if (name === undefined) return
    event.preventDefault()
    onSelect(name)
    document.querySelector<HTMLElement>(`#${id}-tab-${slug(name)}`)?.focus()
  }
  return (
    <div className="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-tab-${slug(name)}`}
          aria-selected={name === current}
          aria-controls={`${id}-panel`}
          tabIndex={name === current ? 0 : -1}
          className="tab"
          onClick={() => onSelect(name)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

function nextOf(key: string, at: number, length: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % length
  if (key === 'ArrowLeft') return (at + length - 1) % length
  if (key === 'Home') return 0
  return key === 'End' ? length - 1 : undefined
}

interface PanelProps {
  readonly id: string
  readonly current: string
  readonly className?: string
  readonly children: ReactNode
}

export function TabPanel({ id, current, className, children }: PanelProps): ReactNode {
  return (
    <div
      id={`${id}-panel`}
      role="tabpanel"
      aria-labelledby={`${id}-tab-${slug(current)}`}
      className={className}
    >
      {children}
    </div>
  )
}

function slug(name: string): string {
  return name.toLowerCase().replaceAll(/\W+/g, '-')
}
