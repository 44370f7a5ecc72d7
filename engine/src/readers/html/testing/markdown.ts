/** Converts HTML to Markdown for tests of the reader. */
import { defaultLimits } from '../../../limits.ts'
import { writeMarkdown } from '../../../writers/markdown/index.ts'
import type { ReadOptions } from '../../reader.ts'
import { readHtml } from '../index.ts'

export async function readMarkdown(
  html: string | Buffer,
  options: Partial<ReadOptions> = {},
): Promise<string> {
  const bytes = typeof html === 'string' ? Buffer.from(html) : html
  const limits = options.limits ?? defaultLimits
  const { document } = await readHtml(bytes, { profile: 'fast', limits, ...options })
  return writeMarkdown(document, { tables: 'html', limits })
}
