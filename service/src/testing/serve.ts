/** A server for tests in a process of its own: prints its address, and stops on request. */
import { loadConfig } from '../config.ts'
import { startService, stopOnSignals } from '../main.ts'
import '../../../converter/src/testing/live-with-parent.ts'

const service = await startService(loadConfig(process.env))
// Before anyone can know that there is something to stop.
const stopped = stopOnSignals(service)
process.stdout.write(`${service.url}\n`)
await stopped
