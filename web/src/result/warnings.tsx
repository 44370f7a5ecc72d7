/** The warnings of a result: what was lost or guessed, with links to the pages. */
import { type ReactNode, use } from 'react'
import { count, Icon } from '../ui/index.ts'
import { LinkContext } from './link.ts'
import type { ViewModel } from './view-model.ts'

interface WarningsProps {
  readonly model: ViewModel
}

export function Warnings({ model }: WarningsProps): ReactNode {
  const { warnings } = model.raw
  if (warnings.length === 0) return null
  return (
    <details className="notice warn warnings" open={model.raw.markdown.trim() === ''}>
      <summary>
        <Icon name="warning" />
        {count(warnings.length, 'warning')}: some content was lost or guessed
      </summary>
      <ul>
        {warnings.map(({ code, message, page }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
          <li key={at}>
            {message} <PageLink model={model} page={page} /> <code className="soft">{code}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}

interface PageLinkProps extends WarningsProps {
  readonly page: number | undefined
}

/** Scrolls to the first block of the page on both sides, or to the page alone if nothing was read. */
function PageLink({ model, page }: PageLinkProps): ReactNode {
  const links = use(LinkContext)
  const info = model.pages.find(({ number }) => number === page)
  if (!info) return null
  const [first] = info.blocks
  return (
    <button
      type="button"
      className="link-button"
      onClick={() => (first ? links.choose(first.id, 'find') : links.showPage(info.number))}
    >
      Show {info.name}
    </button>
  )
}
