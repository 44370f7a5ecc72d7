/** The operator's side: commands on accounts and keys. */
export { AdminError, type AdminParts, runCommand } from './commands.ts'
export { askServer, serveCommands } from './socket.ts'
