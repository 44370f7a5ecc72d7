/** The door of the folder: what the areas of a page are. */
export type { DrawnPage } from './areas.ts'
export { type FoundFigure, figuresOfPages } from './figures.ts'
