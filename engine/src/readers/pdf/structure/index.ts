/** The door of the folder: pages of pieces → blocks of a document. */
export { assembleBlocks } from './assemble.ts'
export type { FurniturePage } from './furniture.ts'
