/** One page: its picture with a box over each block. */
import { type ReactNode, useState } from 'react'
import { Icon } from '../ui/index.ts'
import type { Kind } from './blocks.ts'
import { Boxes } from './boxes.tsx'
import { Picture, type PictureSource, useNear } from './picture.tsx'
import { SheetView } from './sheet-view.tsx'
import type { PageInfo } from './view-model.ts'

interface PageProps {
  readonly page: PageInfo
  readonly pictures: PictureSource | undefined
  readonly hidden: ReadonlySet<Kind>
}

/** One width for all pictures, so that they are not loaded again when the window is resized. */
const PICTURE_WIDTH = 1_000

export function PageView({ page, pictures, hidden }: PageProps): ReactNode {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const isNear = useNear(element, '1200px 0px')
  const [isDrawn, setIsDrawn] = useState(false)
  return (
    <figure className="page" id={`page-${page.number}`} ref={setElement}>
      <figcaption>
        <span>{page.name}</span>
        {page.note !== undefined && <span className="soft">{page.note}</span>}
        {page.warnings.map(({ code, message }) => (
          <span key={`${code} ${message}`} className="page-warning">
            <Icon name="warning" />
            {message}
          </span>
        ))}
      </figcaption>
      {page.isSheet ? (
        <SheetView page={page} />
      ) : (
        <div className="paper" style={{ aspectRatio: `${page.width} / ${page.height}` }}>
          {isNear && pictures && (
            <Picture
              source={pictures}
              page={page.number}
              width={PICTURE_WIDTH}
              name={page.name}
              onDrawn={setIsDrawn}
            />
          )}
          {isNear && <Boxes page={page} hidden={hidden} isDrawn={!isDrawn} />}
        </div>
      )}
    </figure>
  )
}
