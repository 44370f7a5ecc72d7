/** The HTTP side of the service. */
export { createApp } from './app.ts'
export type { AccountServices, Context } from './context.ts'
export { ownAddressOf } from './own-address.ts'
