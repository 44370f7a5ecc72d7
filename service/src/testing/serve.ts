/** A server for tests in a child process: prints its address, and stops on request. */
import { loadConfig } from '../config/index.ts'
import { startService, stopOnSignals } from '../main.ts'
import '../../../converter/src/testing/live-with-parent.ts'

const service = await startService(loadConfig(process.env))
// Listens for signals before the parent learns that the server runs.
const stopped = stopOnSignals(service)
process.stdout.write(`${service.url}\n`)
await stopped
