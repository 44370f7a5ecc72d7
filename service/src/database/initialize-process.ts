/** Creates an empty embedded database in the given folder; runs in a separate process. */
import { PGlite } from '@electric-sql/pglite'

const folder = process.argv[2]
if (folder === undefined) throw new Error('No folder was given.')
const pglite = await PGlite.create(folder)
await pglite.query('SELECT 1')
await pglite.close()
process.exit()
