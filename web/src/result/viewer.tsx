/** A whole result: pages on the left, the converted text on the right. */
import { type ReactNode, useMemo } from 'react'
import { setQuery, useQuery } from '../frame/index.ts'
import { CopyButton, Icon, TabPanel, Tabs } from '../ui/index.ts'
import { ChunkList } from './chunk-list.tsx'
import { save, type View, views, writeView } from './files.ts'
import { Find } from './find.tsx'
import { JsonTree } from './json-tree.tsx'
import { LinkContext, LinkStore } from './link.ts'
import { PagesPane } from './pages-pane.tsx'
import type { PictureSource } from './picture.tsx'
import type { RawResult } from './raw.ts'
import { RenderedText } from './rendered.tsx'
import { SourceText } from './source.tsx'
import { toViewModel, type ViewModel } from './view-model.ts'
import { Warnings } from './warnings.tsx'

interface ViewerProps {
  readonly result: RawResult
  readonly pictures?: PictureSource | undefined
  /** `1 page · 2.1 s`. */
  readonly facts?: ReactNode
  /** More buttons beside the others. */
  readonly actions?: ReactNode
}

export function ResultViewer({ result, pictures, facts, actions }: ViewerProps): ReactNode {
  const model = useMemo(() => toViewModel(result), [result])
  const links = useMemo(() => new LinkStore(), [])
  const query = useQuery()
  const view = views.find((each) => each.toLowerCase() === query.get('view')) ?? 'Rendered'
  const written = (): string => writeView(view, result).text
  return (
    <LinkContext value={links}>
      <section className="viewer" aria-label={`Result of ${result.filename}`}>
        <div className="viewer-bar">
          <div className="viewer-title">
            <h2>{result.filename}</h2>
            {facts !== undefined && <p className="soft small">{facts}</p>}
          </div>
          <div className="row">
            {model.blocks.length > 0 && <Find model={model} />}
            <CopyButton text={written} />
            <button
              type="button"
              className="button compact primary"
              title={`The ${view === 'Rendered' ? 'Markdown' : view} as a file`}
              onClick={() => save(writeView(view, result))}
            >
              <Icon name="download" />
              Download
            </button>
            {actions}
          </div>
        </div>
        <Warnings model={model} />
        <div className={`viewer-panes ${model.pages.length === 0 ? 'single' : ''}`}>
          {model.pages.length > 0 && <PagesPane model={model} pictures={pictures} />}
          <div className="text-pane">
            <Tabs
              id="view"
              label="Views of the result"
              names={views}
              current={view}
              onSelect={(name) =>
                setQuery({ view: name === 'Rendered' ? undefined : name.toLowerCase() })
              }
            />
            <TabPanel id="view" current={view} className="text-panel">
              <Body view={view} model={model} />
            </TabPanel>
          </div>
        </div>
      </section>
    </LinkContext>
  )
}

interface BodyProps {
  readonly view: View
  readonly model: ViewModel
}

function Body({ view, model }: BodyProps): ReactNode {
  const { document, chunks } = model.raw
  switch (view) {
    case 'Rendered':
      return <RenderedText model={model} />
    case 'Source':
      return <SourceText model={model} />
    case 'JSON':
      return document ? <JsonTree value={document} /> : <Missing what="The structured JSON" />
    case 'Chunks':
      return chunks ? <ChunkList chunks={chunks} model={model} /> : <Missing what="Chunks" />
  }
}

function Missing({ what }: { readonly what: string }): ReactNode {
  return (
    <div className="empty">
      <h2>Not in this result</h2>
      <p>
        {what} need the fidelity lane: it finds headings, tables, the reading order, and the
        position of each on its page.
      </p>
    </div>
  )
}
