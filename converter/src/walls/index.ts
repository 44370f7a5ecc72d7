/** Finds, applies and tests the walls around child processes that read untrusted documents. */

export { checkWalls, type Wall, type WallName, wallNames } from './check.ts'
export { type ConfinedCommand, type Confinement, childEnvironment, confine } from './confine.ts'
export { findConfinement } from './find.ts'
export { findOwner, giveTo, letPass, type Owner, takeBack } from './owner.ts'
