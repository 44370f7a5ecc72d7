/** The converter: documents in files → texts in files, in child processes that may die. */
export type { PoolEvent } from './children.ts'
export { ConversionFailure, type FailureCode, PoolError, type Unavailability } from './failures.ts'
export {
  createPool,
  type Pool,
  type PoolConfig,
  type PoolStats,
} from './pool.ts'
export type { ConvertOptions } from './scans.ts'
export { findTesseract } from './tesseract.ts'
export type { Result, Task } from './worker.ts'
