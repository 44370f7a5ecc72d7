/**
 * A user of the children's own, where the server runs as root: what belongs to whom.
 *
 * Files of the server are then closed to children by the oldest wall of all, and so are its signals and its memory.
 */
import { chmodSync, chownSync, lchownSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Owner {
  readonly uid: number
  readonly gid: number
}

/** Nobody's: neither distributions nor systemd give numbers from 65,520 to 65,533 away (systemd.io, "UIDS-GIDS"). */
const CHILD_ID = 65_533
const childOwner: Owner = { uid: CHILD_ID, gid: CHILD_ID }

/** @returns `undefined` where only one user is to be had. */
export function findOwner(): Owner | undefined {
  return process.getuid?.() === 0 ? childOwner : undefined
}

const PASSABLE_BY_ALL = 0o001
const PASSABLE_BY_GROUP = 0o710

/** @returns A folder on the way to `path` that nobody but its owner passes. */
export function findObstacle(path: string): string | undefined {
  const folder = dirname(path)
  if ((statSync(folder).mode & PASSABLE_BY_ALL) === 0) return folder
  return folder === path ? undefined : findObstacle(folder)
}

/** Gives a folder of ours to children, with all in it. */
export function giveTo(owner: Owner | undefined, path: string): void {
  if (!owner) return
  lchownSync(path, owner.uid, owner.gid)
  if (!statSync(path).isDirectory()) return
  for (const name of readdirSync(path)) giveTo(owner, join(path, name))
}

/** Makes a plain file ours that a child has written, and that it can't reach any more. */
export function takeBack(owner: Owner | undefined, path: string): void {
  if (!owner) return
  lchownSync(path, process.getuid?.() ?? 0, process.getgid?.() ?? 0)
  chmodSync(path, (statSync(path).mode & 0o666) | 0o600)
}

/** Lets children pass through a folder of ours to what is theirs; they can't list it. */
export function letPass(owner: Owner | undefined, folder: string): void {
  const { uid, mode } = statSync(folder)
  if (!owner || uid !== process.getuid?.() || (mode & PASSABLE_BY_ALL) !== 0) return
  chownSync(folder, uid, owner.gid)
  chmodSync(folder, PASSABLE_BY_GROUP)
}
