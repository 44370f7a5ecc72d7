import { describe, expect, test } from 'vitest'
import { readMarkdown } from './testing/markdown.ts'

describe('a link to a fragment of the page', () => {
  const cases = [
    { name: 'that is a heading', place: '<h2 id="p">A b!</h2>', target: '#a-b' },
    { name: 'in a heading', place: '<h2>A b!<a name="p"></a></h2>', target: '#a-b' },
    { name: 'before a heading', place: '<a name="p"></a> <h2>A b!</h2>', target: '#a-b' },
    {
      name: 'that begins with a heading',
      place: '<div id="p"><h2>A b!</h2></div>',
      target: '#a-b',
    },
    {
      name: 'of a heading with the same text as another heading',
      place: '<h2>A b!</h2><h2 id="p">A b</h2>',
      target: '#a-b-1',
    },
    { name: 'of text', place: '<p id="p">text</p><h2>A b!</h2>', target: '#p' },
    { name: 'of a hidden heading', place: '<h2 id="p" hidden>A b!</h2>', target: '#p' },
    { name: 'that does not exist', place: '<h2 id="q">A b!</h2>', target: '#p' },
  ]
  test.each(cases)('$name', async ({ place, target }) => {
    const html = `<p><a href="#p">x</a></p>${place}`
    expect(await readMarkdown(html, { profile: 'fidelity' })).toContain(`[x](${target})`)
    expect(await readMarkdown(html)).toContain('[x](#p)')
  })

  test('may target a heading inside a list or a table', async () => {
    const link = '<a href="#p">x</a>'
    const html = `<ul><li>${link}</ul><table><tr><th>${link}<th>b<tr><td>c<td>d</table><h2 id="p">A b</h2>`
    expect(
      (await readMarkdown(html, { profile: 'fidelity' })).match(/\[x\]\(#a-b\)/g),
    ).toHaveLength(2)
  })
})
