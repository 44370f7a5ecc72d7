/** Search in the result; Enter goes to the next match. */
import { type KeyboardEvent, type ReactNode, use, useMemo, useState } from 'react'
import { Icon } from '../ui/index.ts'
import { LinkContext } from './link.ts'
import type { ViewModel } from './view-model.ts'

interface FindProps {
  readonly model: ViewModel
}

export function Find({ model }: FindProps): ReactNode {
  const links = use(LinkContext)
  const [wanted, setWanted] = useState('')
  const [at, setAt] = useState(-1)
  const found = useMemo(() => findBlocks(model, wanted), [model, wanted])
  const go = (step: number): void => {
    if (found.length === 0) return
    const next = (at + step + found.length) % found.length
    setAt(next)
    links.choose(found[next], 'find')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    go(event.shiftKey ? -1 : 1)
  }
  return (
    <search className="find">
      <Icon name="search" />
      <input
        type="search"
        aria-label="Find in the document"
        placeholder="Find"
        value={wanted}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setWanted(target.value)
          setAt(-1)
        }}
      />
      <span className="soft small" aria-live="polite">
        {wanted.trim() !== '' && `${found.length > 0 ? Math.max(at + 1, 0) : 0}/${found.length}`}
      </span>
    </search>
  )
}

function findBlocks({ blocks }: ViewModel, wanted: string): readonly number[] {
  const text = wanted.trim().toLowerCase()
  if (text === '') return []
  return blocks.filter((block) => block.text.toLowerCase().includes(text)).map(({ id }) => id)
}
