import { expect, test } from 'vitest'
import { withPrintedAddress } from './printed-addresses.ts'

const target = 'https://www.gnu.org/licenses/gpl-3.0.html'

test.each([
  {
    name: 'a blank at a line end',
    text: 'https:// www.gnu.org/licenses/gpl-3.0.html',
    shown: target,
  },
  { name: 'a lost hyphen', text: 'https://www.gnu.org/licenses/gpl3.0.html', shown: target },
  { name: 'an added hyphen', text: 'https://www.gnu.org/licen-ses/gpl-3.0.html', shown: target },
  {
    name: 'an address without its scheme',
    text: 'www.gnu.org/licenses/ gpl-3.0.html',
    shown: 'www.gnu.org/licenses/gpl-3.0.html',
  },
  { name: 'other text stays', text: 'the GPL, version 3', shown: 'the GPL, version 3' },
  { name: 'the end of a name stays', text: 'gpl 3.0.html', shown: 'gpl 3.0.html' },
  { name: 'another address stays', text: 'www.gnu.org/ licenses', shown: 'www.gnu.org/ licenses' },
])('withPrintedAddress: $name', ({ text, shown }) => {
  const link = { type: 'link' as const, target, inlines: [{ type: 'text' as const, text }] }
  expect(withPrintedAddress(link)).toEqual({ ...link, inlines: [{ type: 'text', text: shown }] })
})

test('a broken mail address is whole', () => {
  const inlines = [{ type: 'text' as const, text: 'miller@ mill.org' }]
  const link = { type: 'link' as const, target: 'mailto:miller@mill.org', inlines }
  expect(withPrintedAddress(link)).toMatchObject({ inlines: [{ text: 'miller@mill.org' }] })
})

test('the slash at the end of a target is not added', () => {
  const inlines = [{ type: 'text' as const, text: 'http://www. gnu.org' }]
  const link = { type: 'link' as const, target: 'http://www.gnu.org/', inlines }
  expect(withPrintedAddress(link)).toMatchObject({ inlines: [{ text: 'http://www.gnu.org' }] })
})
