/** Walls around child processes that read what strangers wrote: what there are, how a command gets behind them, whether they hold. */

export { checkWalls, type Wall, type WallName, wallNames } from './check.ts'
export {
  type Confined,
  type Confinement,
  childEnvironment,
  confine,
  type ProcessLimits,
  type Reach,
} from './confine.ts'
export { findConfinement } from './find.ts'
export { findOwner, giveTo, letPass, type Owner, takeBack } from './owner.ts'
