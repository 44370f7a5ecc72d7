/** Search in all guides, which are loaded at the first keystroke. */
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from '../frame/index.ts'
import { addressOf, guides, loadGuide } from './guides.ts'

interface Text {
  readonly slug: string
  readonly title: string
  readonly text: string
}

interface Hit {
  readonly slug: string
  readonly title: string
  readonly glimpse: string
}

const MAX_HITS = 12
const AROUND = 60

export function SearchGuides(): ReactNode {
  const [wanted, setWanted] = useState('')
  const texts = useTexts(wanted !== '')
  const hits = wanted.trim().length < 2 ? [] : findIn(texts, wanted.trim().toLowerCase())
  return (
    <search className="field">
      <input
        type="search"
        aria-label="Search the guides"
        placeholder="Search the guides"
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      <p className="visually-hidden" aria-live="polite">
        {wanted.trim().length >= 2 && `${hits.length} guides found`}
      </p>
      {hits.length > 0 && (
        <ul aria-label="Guides found">
          {hits.map(({ slug, title, glimpse }) => (
            <li key={slug}>
              <Link to={addressOf(slug)}>
                {title}
                <span className="soft small block">{glimpse}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {texts.length > 0 && wanted.trim().length >= 2 && hits.length === 0 && (
        <p className="soft small">No guide says that.</p>
      )}
    </search>
  )
}

function useTexts(isWanted: boolean): readonly Text[] {
  const [texts, setTexts] = useState<readonly Text[]>([])
  useEffect(() => {
    if (!isWanted || texts.length > 0) return
    const loading = guides.map(async (guide) => ({ ...guide, text: await loadGuide(guide.slug) }))
    void Promise.all(loading).then(setTexts, () => {})
  }, [isWanted, texts])
  return texts
}

/** Returns the guides that contain the text; matches in a title come first. */
function findIn(texts: readonly Text[], wanted: string): readonly Hit[] {
  const hits = texts.flatMap(({ slug, title, text }) => {
    const plain = text.replaceAll(/[`*#|[\]]/g, ' ').replaceAll(/\s+/g, ' ')
    const at = plain.toLowerCase().indexOf(wanted)
    const isInTitle = title.toLowerCase().includes(wanted)
    if (at < 0 && !isInTitle) return []
    const begin = Math.max(0, at - AROUND / 2)
    const glimpse = at < 0 ? '' : `…${plain.slice(begin, at + wanted.length + AROUND)}…`
    return [{ slug, title, glimpse, isInTitle }]
  })
  return hits.toSorted((a, b) => Number(b.isInTitle) - Number(a.isInTitle)).slice(0, MAX_HITS)
}
