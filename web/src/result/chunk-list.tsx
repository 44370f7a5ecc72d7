/** The chunks, each with its headings and pages. */
import { type ReactNode, use, useState } from 'react'
import { count } from '../ui/index.ts'
import { LinkContext } from './link.ts'
import type { Chunk, PageBox } from './raw.ts'
import type { ViewModel } from './view-model.ts'

interface ChunkListProps {
  readonly chunks: readonly Chunk[]
  readonly model: ViewModel
}

const STEP = 50

export function ChunkList({ chunks, model }: ChunkListProps): ReactNode {
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
            <ShowOnPage chunk={chunk} model={model} />
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

interface ShowProps {
  readonly chunk: Chunk
  readonly model: ViewModel
}

/** Boxes of chunks are not rounded, those of blocks are. */
function isAt(a: PageBox, b: PageBox): boolean {
  return a.page === b.page && Math.abs(a.x0 - b.x0) < 1 && Math.abs(a.y0 - b.y0) < 1
}

/** Scrolls to the first block of a chunk. */
function ShowOnPage({ chunk, model }: ShowProps): ReactNode {
  const links = use(LinkContext)
  const [box] = chunk.boxes
  const page = model.pages.find(({ number }) => number === box?.page)
  const block = page?.blocks.find(({ boxes }) => boxes.some((each) => box && isAt(each, box)))
  if (!block) return null
  return (
    <div>
      <button type="button" className="link-button" onClick={() => links.choose(block.id, 'find')}>
        Show on the page
      </button>
    </div>
  )
}
