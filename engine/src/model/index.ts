export * from './builders.ts'
export type * from './document.ts'
export * from './walk.ts'
