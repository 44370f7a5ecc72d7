/** Prints documents with LibreOffice, many at a time: its start takes longer than a document. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const timeoutMs = 240_000

interface Print {
  /** What `soffice --convert-to` gets: `pdf`, perhaps with a filter and its options. */
  readonly target: string
  /** Folder for the PDFs. */
  readonly folder: string
  /** Folder of LibreOffice's user profile; two processes cannot share one. */
  readonly profile: string
  readonly files: readonly string[]
}

export async function printWithLibreOffice({
  target,
  folder,
  profile,
  files,
}: Print): Promise<void> {
  await run(
    'soffice',
    [
      `-env:UserInstallation=file://${profile}`,
      '--headless',
      '--convert-to',
      target,
      '--outdir',
      folder,
      ...files,
    ],
    { timeout: timeoutMs, maxBuffer: 1 << 26 },
  )
}
