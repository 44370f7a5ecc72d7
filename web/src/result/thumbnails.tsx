/** Thumbnails that jump to their pages. */
import { type ReactNode, useState } from 'react'
import { type PictureSource, useNear, usePicture } from './pictures.ts'
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
  const url = usePicture(pictures, page.number, isNear, WIDTH)
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
        {url !== undefined && <img src={url} alt="" />}
      </span>
      {page.isSheet ? page.name : page.number}
    </button>
  )
}
