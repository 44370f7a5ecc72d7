/** The npm packages of each contestant. */

const packages: Readonly<Record<string, readonly string[]>> = {
  'unpdf (pdf.js)': ['unpdf'],
  liteparse: ['@llamaindex/liteparse'],
  'pdf-inspector': ['@firecrawl/pdf-inspector'],
  kreuzberg: ['@kreuzberg/node'],
  'mammoth + turndown': ['mammoth', 'turndown', 'turndown-plugin-gfm'],
  turndown: ['turndown', 'turndown-plugin-gfm'],
  'rehype-remark': ['unified', 'rehype-parse', 'rehype-remark', 'remark-gfm', 'remark-stringify'],
  'html-to-markdown': ['@kreuzberg/html-to-markdown-node'],
  'OpenDataLoader (Java)': ['@opendataloader/pdf'],
}

/** Returns the packages of a contestant; by default its name is the package's. */
export function packagesOf(contestant: string): readonly string[] {
  return packages[contestant] ?? [contestant]
}
