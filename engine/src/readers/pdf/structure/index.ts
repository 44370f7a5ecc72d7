/** The door of the folder: pages of pieces → blocks of a document, plain for the fast profile, with structure for fidelity. */
export { assembleBlocks } from './assemble.ts'
export { type Structured, type StructureOptions, structureDocument, wordsWithout } from './build.ts'
export { type FurniturePage, findFurniture } from './furniture.ts'
export { styleOfWord } from './styled-lines.ts'
export type { StructurePage } from './units.ts'
