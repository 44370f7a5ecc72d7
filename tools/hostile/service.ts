/** Runs a service on an empty folder, for hostile documents, and watches its memory and temporary files. */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeKey, startServer } from '../service-process.ts'

const PORT = 28_960
const WATCH_MS = 200

export interface HostileService {
  readonly url: string
  readonly key: string
  readonly pid: number
  /** The peak of the proportional set size of all its processes together, MiB. */
  peakMib(): number
  /** @returns The exit code, and the files left in its temporary folder. */
  stop(): Promise<{ readonly code: number | null; readonly left: readonly string[] }>
}

/** @throws {Error} if it is not ready within a minute. */
export async function startHostileService(): Promise<HostileService> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-hostile-'))
  const temp = join(folder, 'temp')
  await mkdir(temp)
  const environment = {
    RECTO_DATA_DIR: join(folder, 'data'),
    RECTO_TEMP_DIR: temp,
    RECTO_CONVERTERS: '2',
    RECTO_WORKERS: '2',
    RECTO_SWEEP_SECONDS: '1',
    RECTO_LOG_LEVEL: 'error',
  }
  const { url, pid, memory, stop } = await startServer(PORT, environment)
  const key = await makeKey(environment, 'a@example.com', ['--tier', 'self_hosted'])
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, memory().pss)
  }, WATCH_MS)
  return {
    url,
    pid,
    key,
    peakMib: () => Math.round(peak),
    stop: async () => {
      clearInterval(watch)
      const code = await stop()
      const left = await readdir(temp)
      await rm(folder, { recursive: true, force: true })
      return { code, left }
    },
  }
}
