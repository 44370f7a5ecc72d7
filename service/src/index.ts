/** The public functions of the service: start, configuration, and the operator's commands. */

export { accountTiers } from './accounts/index.ts'
export { AdminError, administrate, backUp, bringUpToDate, makeOwnerLink } from './admin/index.ts'
export { BackupError, restoreBackup } from './backup/index.ts'
export { type Config, ConfigError, loadConfig, unknownVariables } from './config/index.ts'
export { FolderInUse, isUnreachable, SchemaTooNew, SchemaTooOld } from './database/index.ts'
export { checkDependencies, type Dependencies } from './dependencies.ts'
export { createLog, type Log } from './log.ts'
export { type Service, startService, stopOnSignals } from './main.ts'
export { SecretKeyWrong } from './secrets/index.ts'
export { findMemoryShortage } from './walls.ts'
