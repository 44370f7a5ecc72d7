/** The HTTP side of the service. */
export { createApp } from './app.ts'
export type { Context } from './context.ts'
