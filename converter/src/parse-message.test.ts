import { languages, pictureLayouts } from '@recto/engine/tesseract'
import { expect, test } from 'vitest'
import type { Failure, FromChild } from './messages.ts'
import { parseFromChild } from './parse-message.ts'

/** All codes; the compiler requires each. */
const codes: Readonly<Record<Failure['code'], true>> = {
  unsupported_media_type: true,
  conversion_failed: true,
  password_protected: true,
  too_many_pages: true,
  internal: true,
}
const pictures = pictureLayouts.flatMap((layout) =>
  languages.map((language) => ({ language, dpi: 300, layout, hasDarkAreas: true })),
)
const messages: readonly FromChild[] = [
  { type: 'ready' },
  { type: 'started', id: 1 },
  { type: 'progress', id: 1, progress: { stage: 'pages', pagesDone: 1 } },
  { type: 'done', id: 1, done: { format: 'pdf', pages: 1, warnings: [] } },
  {
    type: 'done',
    id: 1,
    done: {
      ...{ format: 'pdf', pages: 1, warnings: [] },
      faults: [
        { pass: 'tables', page: 1, cause: 'Error: x' },
        { pass: 'labels', cause: 'y' },
      ],
    },
  },
  { type: 'scans', id: 1, scans: { scans: [1, 2] } },
  ...pictures.map((options): FromChild => ({ type: 'picture', id: 1, options })),
  ...Object.keys(codes).map((code): FromChild => {
    // Sound: they are the keys of the table.
    const failure = { code: code as Failure['code'], sentence: 'No.', isFatal: false }
    return { type: 'failed', id: 1, failure }
  }),
]

test('accepts all valid messages of a child', () => {
  for (const message of messages) {
    expect(parseFromChild(JSON.stringify(message))).toEqual(message)
  }
})

test.each([
  '',
  '{',
  'null',
  '{"type":"other"}',
  '{"type":"done","id":1}',
  '{"type":"picture","id":1,"options":{"language":"../eng","dpi":300,"layout":"page"}}',
  '{"type":"picture","id":1,"options":{"language":"eng","dpi":300,"layout":"12"}}',
])('rejects the message %s', (line) => {
  expect(parseFromChild(line)).toBeUndefined()
})
