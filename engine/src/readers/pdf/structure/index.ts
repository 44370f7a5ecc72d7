/** Public interface of the folder: makes blocks of pages, plain in the fast lane, with structure in the fidelity lane. */
export type { DocumentLayout } from './document-layout.ts'
export { findFurniture } from './furniture.ts'
export { wordsWithout } from './furniture-blocks.ts'
export type { StructurePage } from './layout-blocks.ts'
export {
  type PassName,
  type PassOptions,
  passes,
  runPasses,
  warnOfPlainPage,
} from './passes.ts'
export { styleOfWord } from './styled-lines.ts'
