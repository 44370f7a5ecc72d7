/** Writes the start message of the service: its address, and an API call that works at once. */
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'

interface Welcome {
  readonly url: string
  /** Signs the owner in on the page, once; left out without an owner. */
  readonly ownerLink?: string | undefined
  /** The owner's key, on the very first start. */
  readonly key?: string | undefined
}

/** A sample that comes with the command: a page with a table. */
const samplePath = join(import.meta.dirname, '..', 'sample.pdf')

export function describeStart({ url, ownerLink, key }: Welcome): string {
  const facts = [
    ['Recto runs on', url],
    ['Page', ownerLink === undefined ? url : `${ownerLink}  (signs you in, once, within an hour)`],
    ['API reference', `${url}/docs/api`],
  ]
  const call = [
    `curl -H "Authorization: Bearer $RECTO_KEY" -H 'Accept: text/markdown' \\`,
    `     -F 'file=@${sample()}' '${url}/v1/convert/jobs?wait=30'`,
  ]
  const first =
    key === undefined
      ? ['Convert a document, with a key of yours (recto keys create):']
      : ['Your first API key is shown only now:', '', `export RECTO_KEY=${key}`, '', 'With it:']
  const lines = [
    ...facts.map(([name = '', value]) => `${name.padEnd(15)}${value}`),
    '',
    ...first,
    '',
    ...call,
    '',
    'Ctrl-C stops the service.',
  ]
  return `\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n\n`
}

/** Returns the shortest form of the sample's path. */
function sample(): string {
  const near = relative(process.cwd(), samplePath)
  const path = near.startsWith('..') ? samplePath : near
  return existsSync(samplePath) && !path.includes("'") ? path : 'report.pdf'
}
