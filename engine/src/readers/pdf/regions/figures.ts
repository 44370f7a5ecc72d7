/** Finds the boxes of figures: areas with drawings, distinguished from tables and text by learnt weights. */
import type { BBox } from '../../../model/index.ts'
import { areaOfBox } from '../boxes.ts'
import { experiments } from '../experiments.ts'
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
  return findAreas(page).flatMap((area): FoundFigure[] => {
    if (isPicture(area)) return [{ ...area.drawn, isPicture: true, isSure: false }]
    const trees = experiments.figures ?? figureTrees()
    const score = chanceOf(trees, figureFeaturesOf(area, page))
    if (score < settings.minScore) return []
    return [{ ...area.box, isPicture: false, isSure: score >= settings.minSureScore }]
  })
}

function isPicture({ images, drawn }: DrawnArea): boolean {
  const covered = images.reduce((sum, image) => sum + areaOfBox(image), 0)
  return covered >= settings.pictureShare * areaOfBox(drawn)
}
