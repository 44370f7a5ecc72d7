/** Finds the boxes of figures: areas with drawings, distinguished from tables and text by learnt weights. */
import type { BBox } from '../../../model/index.ts'
import { areaOfBox, boxAround, commonArea, isCentreIn } from '../boxes.ts'
import { experiments } from '../experiments.ts'
import { toPageBox } from '../layout/index.ts'
import { chanceOf, figureTrees } from '../models/index.ts'
import { type DrawnArea, type DrawnPage, findAreas } from './areas.ts'
import { figureFeaturesOf } from './features.ts'
import { regionSettings as settings } from './settings.ts'

/** An area that is a figure. */
export interface FoundFigure extends BBox {
  /** True if it is only a picture: text over it may be the text layer of a scan. */
  readonly isPicture: boolean
  /** True if text in it is certainly neither a table nor body text. */
  readonly isSure: boolean
}

export function figuresOfPages(pages: readonly DrawnPage[]): Map<number, FoundFigure[]> {
  return new Map(pages.map((page) => [page.number, figuresOf(page)]))
}

export function figuresOf(page: DrawnPage): FoundFigure[] {
  const forms = chartForms(page)
  const figures = findAreas(page).flatMap((area): FoundFigure[] => {
    if (isPicture(area)) return [{ ...area.drawn, isPicture: true, isSure: false }]
    const trees = experiments.figures ?? figureTrees()
    const score = chanceOf(trees, figureFeaturesOf(area, page))
    if (score < settings.minScore) return []
    const around = forms.filter((form) => isCentreIn(area.drawn, form))
    const box = boxAround([area.box, ...around])
    return [{ ...box, isPicture: false, isSure: score >= settings.minSureScore }]
  })
  return figures.filter((figure, index) => !figures.slice(0, index).some(isSame(figure)))
}

/** The drawings of one form are one figure. */
function isSame(figure: BBox): (other: BBox) => boolean {
  return (other) => areaOfBox(boxAround([figure, other])) === commonArea(figure, other)
}

/**
 * Returns the boxes of texts in forms. They are part of the figure that is drawn in the form, such as the title of a chart. A form
 * with a long line holds text of the document, too, and is left out.
 */
function chartForms({ drawings, fragments, width, height }: DrawnPage): BBox[] {
  const small = drawings.formTexts.filter(
    (form) => areaOfBox(form) <= settings.maxPageShare * width * height,
  )
  if (small.length === 0) return []
  const long = fragments.filter(({ text }) => text.split(' ').length > settings.titleWords)
  const boxes = long.map((fragment) => toPageBox(fragment.frame, fragment))
  return small.filter((form) => !boxes.some((box) => isCentreIn(box, form)))
}

function isPicture({ images, drawn }: DrawnArea): boolean {
  const covered = images.reduce((sum, image) => sum + areaOfBox(image), 0)
  return covered >= settings.pictureShare * areaOfBox(drawn)
}
