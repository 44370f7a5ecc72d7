/** The chunks, each with its headings and pages. */
import { type ReactNode, useState } from 'react'
import { count } from '../ui/index.ts'
import type { Chunk } from './raw.ts'

interface ChunkListProps {
  readonly chunks: readonly Chunk[]
}

const STEP = 50

export function ChunkList({ chunks }: ChunkListProps): ReactNode {
  const [shown, setShown] = useState(STEP)
  return (
    <div className="chunks pane-scroll">
      <p className="soft small">
        {count(chunks.length, 'chunk')}: whole blocks under their headings, for search and language
        models.
      </p>
      <ol>
        {chunks.slice(0, shown).map((chunk) => (
          <li key={chunk.id} className="chunk">
            <div className="row between">
              <span className="badge info">{chunk.kind}</span>
              <span className="soft small">
                {chunk.pages.length > 0 && `page ${chunk.pages.join(', ')} · `}
                {count(chunk.characters, 'character')}
              </span>
            </div>
            {chunk.headings.length > 0 && (
              <p className="soft small">{chunk.headings.join(' › ')}</p>
            )}
            <pre>{chunk.text}</pre>
          </li>
        ))}
      </ol>
      {chunks.length > shown && (
        <button type="button" className="button" onClick={() => setShown(shown + STEP)}>
          Show more
        </button>
      )}
    </div>
  )
}
