/** Reads the files of the built site; each is read and compressed at its first request. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

export interface SiteFile {
  readonly type: string
  readonly bytes: Buffer
  readonly etag: string
  /** @returns `undefined` for types that do not compress well. */
  compressed(encoding: Encoding): Promise<Buffer> | undefined
}

export interface Site {
  /** The HTML of every address of the site; its script renders the page. */
  readonly shell: SiteFile
  /** @param name A file in `assets/`, with a hash of its content. */
  findAsset(name: string): Promise<SiteFile | undefined>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.pdf': 'application/pdf',
}
const texts = new Set(['.html', '.js', '.mjs', '.css', '.json', '.md', '.svg', '.wasm'])

/** Returns the folder of the built site: in the package, or in a clone. */
export function siteFolder(): string {
  const carried = join(import.meta.dirname, '..', 'site')
  return existsSync(carried) ? carried : join(import.meta.dirname, '..', '..', '..', 'web', 'dist')
}

/**
 * Opens a built site.
 *
 * @param prefix The path under which browsers reach the service: empty, or `/recto`.
 * @returns `undefined` if the site was not built.
 */
export function openSite(folder: string, prefix: string): Site | undefined {
  let html: string
  try {
    html = readFileSync(join(folder, 'index.html'), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  const names = new Set(readdirSync(join(folder, 'assets')))
  const read = new Map<string, Promise<SiteFile | undefined>>()
  const base = html.replace('<base href="/" />', `<base href="${escapeAttribute(prefix)}/" />`)
  return {
    shell: toFile(Buffer.from(base), '.html'),
    findAsset: async (name) => {
      // Only names of built files are served, so no path leads elsewhere.
      if (!names.has(name)) return undefined
      const file =
        read.get(name) ??
        readFile(join(folder, 'assets', name)).then(
          (bytes) => toFile(bytes, extname(name)),
          // Another version was built meanwhile; the old page asks its user to reload.
          () => undefined,
        )
      read.set(name, file)
      return file
    },
  }
}

function toFile(bytes: Buffer, ending: string): SiteFile {
  const made = new Map<Encoding, Promise<Buffer>>()
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return {
    type: types[ending] ?? 'application/octet-stream',
    bytes,
    etag: `"${hash}"`,
    compressed: (encoding) => {
      if (!texts.has(ending)) return undefined
      const compressed = made.get(encoding) ?? compressors[encoding](bytes)
      made.set(encoding, compressed)
      return compressed
    },
  }
}

const compressors: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  // Level 9 takes a tenth of the time of level 11, for a few percent more bytes.
  br: (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
