/** The operator's side: commands on accounts, keys, the queue and credits. */
export { administrate, backUp, bringUpToDate, makeOwnerLink } from './administrate.ts'
export { runCommand } from './commands.ts'
export { AdminError } from './parts.ts'
export { serveCommands } from './socket.ts'
