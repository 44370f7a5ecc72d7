/** Imported by a process that a test starts: ends it when the test is gone, which closes its end of the pipe however it ended. */
import { Socket } from 'node:net'

const { stdin } = process
stdin.once('close', () => process.exit(1)).resume()
// It keeps no process that is done.
if (stdin instanceof Socket) stdin.unref()
