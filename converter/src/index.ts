/** The converter: documents in files → texts in files, in child processes that may die. */
export type { PoolEvent } from './children.ts'
export { checkWalls } from './confinement.ts'
export { ConversionFailure, type FailureCode, PoolError, type Unavailability } from './failures.ts'
export {
  createPool,
  type Pool,
  type PoolConfig,
  type PoolStats,
} from './pool.ts'
export type { ConvertOptions } from './scans.ts'
export { findTesseract } from './tesseract.ts'
export { type Wall, type WallName, wallNames } from './walls/index.ts'
export type { Result, Task } from './worker.ts'
