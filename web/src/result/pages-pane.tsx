/** All pages in one column, with thumbnails and the legend. */
import { type ReactNode, use, useEffect, useRef, useState } from 'react'
import type { Kind } from './blocks.ts'
import { Legend } from './legend.tsx'
import { LinkContext } from './link.ts'
import { PageView } from './page-view.tsx'
import type { PictureSource } from './picture.tsx'
import { scrollInto } from './scroll.ts'
import { Thumbnails } from './thumbnails.tsx'
import type { ViewModel } from './view-model.ts'

interface PagesPaneProps {
  readonly model: ViewModel
  readonly pictures: PictureSource | undefined
}

export function PagesPane({ model, pictures }: PagesPaneProps): ReactNode {
  const pane = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState<ReadonlySet<Kind>>(new Set())
  useFollow(model, pane)
  return (
    <section className="pages-pane" aria-label="Pages">
      <Legend blocks={model.blocks} hidden={hidden} onChange={setHidden} />
      <div className="pages-body">
        {model.pages.length > 1 && (
          <Thumbnails
            pages={model.pages}
            pictures={pictures}
            onShow={(page) => showPage(pane.current, page)}
          />
        )}
        <div className="pages-scroll" ref={pane}>
          {model.pages.map((page) => (
            <PageView key={page.number} page={page} pictures={pictures} hidden={hidden} />
          ))}
        </div>
      </div>
    </section>
  )
}

function showPage(pane: HTMLElement | null, page: number): void {
  const target = pane?.querySelector<HTMLElement>(`#page-${page}`)
  if (pane && target) scrollInto(pane, target, 'start')
}

/** Scrolls to the block that was chosen in the text. */
function useFollow(model: ViewModel, pane: { readonly current: HTMLElement | null }): void {
  const links = use(LinkContext)
  useEffect(
    () =>
      links.subscribe(() => {
        const { chosen, source, page: wanted } = links.read()
        if (wanted !== undefined) showPage(pane.current, wanted)
        if (chosen === undefined || source === 'page') return
        const box = model.blocks[chosen]?.boxes[0]
        const page = pane.current?.querySelector<HTMLElement>(`#page-${box?.page}`)
        const info = model.pages.find(({ number }) => number === box?.page)
        if (!box || !page || !pane.current || !info) return
        const offset = info.isSheet ? 0 : (box.y0 / info.height) * page.offsetHeight
        scrollInto(pane.current, page, 'middle', offset)
      }),
    [links, model, pane],
  )
}
