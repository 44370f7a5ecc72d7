/** The boxes of a page: buttons named by kind and text of the block. */
import { type ReactNode, use } from 'react'
import type { Block, Kind } from './blocks.ts'
import { LinkContext, useBlockState } from './link.ts'
import type { PageBox } from './raw.ts'
import type { PageInfo } from './view-model.ts'

interface BoxesProps {
  readonly page: PageInfo
  readonly hidden: ReadonlySet<Kind>
  /** True if the page has no picture: the boxes then show their text. */
  readonly isDrawn: boolean
}

export function Boxes({ page, hidden, isDrawn }: BoxesProps): ReactNode {
  return page.blocks
    .filter(({ kind }) => !hidden.has(kind))
    .flatMap((block) =>
      block.boxes
        .filter((box) => box.page === page.number)
        .map((box) => (
          <Box
            key={`${block.id}-${box.x0}-${box.y0}`}
            block={block}
            box={box}
            page={page}
            isDrawn={isDrawn}
          />
        )),
    )
}

interface BoxProps extends Pick<BoxesProps, 'page' | 'isDrawn'> {
  readonly block: Block
  readonly box: PageBox
}

const NAME_LENGTH = 80

/** Returns the accessible name: `Heading: Introduction`. */
export function nameOf({ label, text }: Block): string {
  const short = text.length > NAME_LENGTH ? `${text.slice(0, NAME_LENGTH).trimEnd()}…` : text
  return short === '' ? `${label}: without text` : `${label}: ${short}`
}

function Box({ block, box, page, isDrawn }: BoxProps): ReactNode {
  const links = use(LinkContext)
  const state = useBlockState(block.id)
  const percent = (value: number, whole: number): string => `${(value / whole) * 100}%`
  return (
    <button
      type="button"
      className={`box kind-${block.kind} ${state ?? ''}`}
      data-block={block.id}
      aria-label={nameOf(block)}
      aria-pressed={state === 'chosen'}
      style={{
        left: percent(box.x0, page.width),
        top: percent(box.y0, page.height),
        width: percent(box.x1 - box.x0, page.width),
        height: percent(box.y1 - box.y0, page.height),
      }}
      onPointerEnter={() => links.light(block.id)}
      onPointerLeave={() => links.light(undefined)}
      onFocus={() => links.light(block.id)}
      onClick={() => links.choose(block.id, 'page')}
    >
      {isDrawn && <span className="box-text">{block.texts.join('\n')}</span>}
      <span className="box-label" aria-hidden="true">
        {block.label}
      </span>
    </button>
  )
}
