export * from './package.ts'
export * from './xml.ts'
