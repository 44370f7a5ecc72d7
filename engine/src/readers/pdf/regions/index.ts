/** The door of the folder: what the areas of a page are. */
export { type DrawnPage, figuresOf, figuresOfPages } from './figures.ts'
