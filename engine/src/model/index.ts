export * from './builders.ts'
export type * from './document.ts'
export * from './leaves.ts'
export * from './walk.ts'
