/** Public interface of the folder: finds the figures of pages. */
export type { DrawnPage } from './areas.ts'
export { type FoundFigure, figuresOfPages } from './figures.ts'
