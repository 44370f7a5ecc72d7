/**
 * Runs children as a separate user if the server runs as root, and manages the ownership of files.
 *
 * File permissions then protect the server's files, signals and memory from children.
 */
import { chmodSync, chownSync, lchownSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Owner {
  readonly uid: number
  readonly gid: number
}

/** An unassigned user id: distributions and systemd do not use 65,520 to 65,533 (systemd.io, "UIDS-GIDS"). */
const CHILD_ID = 65_533
const childOwner: Owner = { uid: CHILD_ID, gid: CHILD_ID }

/** @returns `undefined` if the process may not change users. */
export function findOwner(): Owner | undefined {
  return process.getuid?.() === 0 ? childOwner : undefined
}

const PASSABLE_BY_ALL = 0o001
const PASSABLE_BY_GROUP = 0o710

/** @returns A folder on the way to `path` that only its owner may enter. */
export function findObstacle(path: string): string | undefined {
  const folder = dirname(path)
  if ((statSync(folder).mode & PASSABLE_BY_ALL) === 0) return folder
  return folder === path ? undefined : findObstacle(folder)
}

/** Gives one of the server's folders, with its contents, to the children's user. */
export function giveTo(owner: Owner | undefined, path: string): void {
  if (!owner) return
  lchownSync(path, owner.uid, owner.gid)
  if (!statSync(path).isDirectory()) return
  for (const name of readdirSync(path)) giveTo(owner, join(path, name))
}

/** Takes ownership of a plain file that a child wrote and can no longer reach. */
export function takeBack(owner: Owner | undefined, path: string): void {
  if (!owner) return
  lchownSync(path, process.getuid?.() ?? 0, process.getgid?.() ?? 0)
  chmodSync(path, (statSync(path).mode & 0o666) | 0o600)
}

/** Lets children pass through a folder of the server without listing it. */
export function letPass(owner: Owner | undefined, folder: string): void {
  const { uid, mode } = statSync(folder)
  if (!owner || uid !== process.getuid?.() || (mode & PASSABLE_BY_ALL) !== 0) return
  chownSync(folder, uid, owner.gid)
  chmodSync(folder, PASSABLE_BY_GROUP)
}
