/** The operator's side: commands on accounts and keys. */
export { administrate, bringUpToDate, makeOwnerLink } from './administrate.ts'
export { AdminError, type AdminParts, runCommand } from './commands.ts'
export { serveCommands } from './socket.ts'
