import { expect, test } from 'vitest'
import { defaultLimits } from '../../limits.ts'
import { readHtml } from './index.ts'
import { readMarkdown } from './testing/markdown.ts'

const prose = (about: string): string =>
  `<p>This is a paragraph about ${about}, long enough to be prose: it says something, then something else, and ends.</p>`
const text = (about: string): string =>
  `This is a paragraph about ${about}, long enough to be prose: it says something, then something else, and ends.`
const menu =
  '<ul><li><a href=/1>The first page of many</a><li><a href=/2>The second page of many</a><li><a href=/3>The third page, and the last of them</a></ul>'

const read = (html: string): Promise<string> => readMarkdown(html, { mainContent: true })

test.each([
  {
    name: 'the main element',
    html: `<nav>${menu}</nav><main><h1>T</h1>${prose('a')}${prose('b')}</main><footer>${prose('c')}</footer>`,
    out: `# T\n\n${text('a')}\n\n${text('b')}\n`,
  },
  {
    name: 'the only article in the main element, and the heading beside it',
    html: `<main><header><h1>T</h1></header><article>${prose('a')}${prose('b')}</article><div class=related>${prose('c')}</div></main>`,
    out: `# T\n\n${text('a')}\n\n${text('b')}\n`,
  },
  {
    name: 'all articles of a list of articles',
    html: `<div><article>${prose('a')}</article><article>${prose('b')}</article></div>`,
    out: `${text('a')}\n\n${text('b')}\n`,
  },
  {
    name: 'the container with most of the prose',
    html: `<div id=page><div id=top>${menu}</div><div id=text><div>${prose('a')}</div><div>${prose('b')}</div></div><div id=side><p>Short</p>${menu}</div></div>`,
    out: `${text('a')}\n\n${text('b')}\n`,
  },
  {
    name: 'menus, comments and forms in an article are left out',
    html: `<article>${prose('a')}${menu}<form>Search</form>${prose('b')}<div class="post-comments">${prose('c')}</div></article>`,
    out: `${text('a')}\n\n${text('b')}\n`,
  },
  {
    name: 'tables, notes and code in the main element are kept',
    html: `<main>${prose('a')}<p>x<a role=doc-noteref href=#n>1</a></p><table><tr><th>a<th>b<tr><td>1<td>2</table><pre>c</pre><aside role=doc-footnote id=n>${prose('b')}</aside></main>`,
    out: `${text('a')}\n\nx[^1]\n\n| a | b |\n| ---: | ---: |\n| 1 | 2 |\n\n\`\`\`\nc\n\`\`\`\n\n[^1]: ${text('b')}\n`,
  },
])('main content: $name', async ({ html, out }) => {
  expect(await read(html)).toBe(out)
})

test('reads the whole page, with a warning, if it has no prose', async () => {
  const options = { profile: 'fast', limits: defaultLimits, mainContent: true } as const
  const { document, warnings } = await readHtml(Buffer.from('<nav>a</nav><p>b'), options)
  expect(document.blocks).toHaveLength(2)
  expect(warnings.map(({ code }) => code)).toEqual(['no_main_content'])
})

test('reads the whole page unless the main content is requested', async () => {
  expect(await readMarkdown(`<nav>a</nav><main>${prose('b')}${prose('c')}</main>`)).toContain('a\n')
})
