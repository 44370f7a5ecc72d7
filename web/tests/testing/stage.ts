/** One server and one browser for all tests of a file. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type Server, type ServerOptions, startServer } from './server.ts'
import { openBrowser } from './visit.ts'

interface Stage {
  readonly server: Server
  readonly browser: Browser
}

const START_MS = 180_000

/**
 * Starts both before the tests and stops them afterwards.
 *
 * @param prepare Runs before the server starts.
 * @returns An object that is filled before the first test.
 */
export function useStage(prepare?: () => Promise<ServerOptions>): Stage {
  const stage: { server?: Server; browser?: Browser } = {}
  beforeAll(async () => {
    stage.server = await startServer(await prepare?.())
    stage.browser = await openBrowser()
  }, START_MS)
  afterAll(async () => {
    await stage.browser?.close()
    await stage.server?.stop()
  })
  // Sound: tests run after beforeAll.
  return stage as Stage
}
