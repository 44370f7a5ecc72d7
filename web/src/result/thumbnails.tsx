/** Thumbnails that jump to their pages. */
import { type ReactNode, useState } from 'react'
import { Picture, type PictureSource, useNear } from './picture.tsx'
import type { PageInfo } from './view-model.ts'

interface ThumbnailsProps {
  readonly pages: readonly PageInfo[]
  readonly pictures: PictureSource | undefined
  readonly onShow: (page: number) => void
}

const WIDTH = 160

export function Thumbnails({ pages, pictures, onShow }: ThumbnailsProps): ReactNode {
  return (
    <nav className="thumbnails" aria-label="Pages of the document">
      {pages.map((page) => (
        <Thumbnail
          key={page.number}
          page={page}
          pictures={page.isSheet ? undefined : pictures}
          onShow={onShow}
        />
      ))}
    </nav>
  )
}

interface ThumbnailProps extends Pick<ThumbnailsProps, 'pictures' | 'onShow'> {
  readonly page: PageInfo
}

function Thumbnail({ page, pictures, onShow }: ThumbnailProps): ReactNode {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const isNear = useNear(element, '200px')
  return (
    <button
      type="button"
      ref={setElement}
      aria-label={`Go to ${page.name}`}
      onClick={() => onShow(page.number)}
    >
      <span
        className={`thumbnail ${page.isSheet ? 'sheet-cells' : ''}`}
        style={{ aspectRatio: page.isSheet ? '4 / 3' : `${page.width} / ${page.height}` }}
      >
        {isNear && pictures && <Picture source={pictures} page={page.number} width={WIDTH} />}
      </span>
      {page.isSheet ? page.name : page.number}
    </button>
  )
}
