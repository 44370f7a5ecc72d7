/** The HTTP side of the service. */
export { createApp } from './app.ts'
export type { Context, Office } from './context.ts'
export { ownAddressOf } from './own-address.ts'
