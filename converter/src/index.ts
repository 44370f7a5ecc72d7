/** Converts documents in disposable child processes, one by one (`convert`) or through a pool. */
export { ConversionError } from '@recto/engine'
export type { PoolEvent } from './children.ts'
export { checkWalls } from './confinement.ts'
export { type ConfinedOptions, convert } from './convert.ts'
export { ConversionFailure, type FailureCode, PoolError, type Unavailability } from './failures.ts'
export { readImages } from './images.ts'
export type { ImageEntry } from './messages.ts'
export {
  createPool,
  type Pool,
  type PoolConfig,
  type PoolStats,
} from './pool.ts'
export { isPublicAddress } from './public-addresses.ts'
export type { ConvertOptions } from './scans.ts'
export { findTesseract } from './tesseract.ts'
export { type Wall, type WallName, wallNames } from './walls/index.ts'
export type { Result, Task } from './worker.ts'
