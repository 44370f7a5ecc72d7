import { expect, test } from 'vitest'
import { defaultLimits } from '../../limits.ts'
import { writeMarkdown } from '../../writers/markdown/index.ts'
import type { Profile, ReadOptions } from '../reader.ts'
import { readPptx } from './index.ts'
import { makePptx, makeSlide, shape, type TestDeck, transform } from './testing/deck.ts'

async function read(deck: TestDeck, options: Partial<ReadOptions> = {}) {
  return readPptx(makePptx(deck), { profile: 'fast', limits: defaultLimits, ...options })
}

async function convert(deck: TestDeck, profile: Profile = 'fast') {
  const { document, warnings } = await read(deck, { profile })
  return {
    markdown: writeMarkdown(document, { tables: 'pipe', limits: defaultLimits }),
    warnings: warnings.map(({ code }) => code),
  }
}

const title = (text: string): string => shape(text, 'type="title"')

test('jumps to slides target their titles in the fidelity profile', async () => {
  const jump = (id: string): string =>
    `<p:sp><p:nvSpPr><p:cNvPr id="3" name=""/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:rPr><a:hlinkClick r:id="${id}" action="ppaction://hlinksldjump"/></a:rPr><a:t>${id}</a:t></a:r></a:p></p:txBody></p:sp>`
  const deck: TestDeck = {
    slides: [
      {
        shapes: title('One') + jump('second') + jump('third') + jump('lost'),
        relationships: {
          second: ['slide', 's2.xml'],
          third: ['slide', 's3.xml'],
          lost: ['slide', 's9.xml'],
        },
      },
      { shapes: title('One') },
      { shapes: shape('no title') },
    ],
  }
  const lines = (text: string): string =>
    `## One\n\n${text}\n\nthird\n\nlost\n\n## One\n\nno title\n`
  expect((await convert(deck, 'fidelity')).markdown).toBe(lines('[second](#one-1)'))
  expect((await convert(deck)).markdown).toBe(lines('second'))
})

test('every slide is a page with the presentation’s size in points', async () => {
  const { document } = await read({ slides: [{ shapes: title('A') }, { shapes: '' }] })
  expect(document.pages).toEqual([
    { number: 1, size: { width: 720, height: 540 } },
    { number: 2, size: { width: 720, height: 540 } },
  ])
})

test('blocks have their slide and their box', async () => {
  const shapes = shape('a', undefined, transform(10, 20, 100, 50))
  const { document } = await read({ slides: [{ shapes: title('T') }, { shapes }] })
  const [first, second] = document.blocks
  const bbox = { x0: 10, y0: 20, x1: 110, y1: 70 }
  expect(first).toMatchObject({ kind: 'slide', provenance: [{ type: 'slide', slide: 1 }] })
  expect(second).toMatchObject({
    blocks: [{ type: 'paragraph', provenance: [{ type: 'slide', slide: 2, bbox }] }],
  })
})

test.each([
  { name: 'the core property', title: ' Core ', slides: ['First'], expected: 'Core' },
  {
    name: 'the first slide’s title',
    title: ' ',
    slides: ['First\nline', 'B'],
    expected: 'First line',
  },
  { name: 'absent', title: '', slides: ['', 'B'], expected: undefined },
])('the title is $name', async ({ title: core, slides, expected }) => {
  const { document } = await read({
    title: core,
    slides: slides.map((text) => ({ shapes: title(text) })),
  })
  expect(document.title).toBe(expected)
})

test('a second title becomes text', async () => {
  const { markdown } = await convert({ slides: [{ shapes: title('') + title('A') + title('B') }] })
  expect(markdown).toBe('## A\n\nB\n')
})

test('dates, footers and numbers are furniture at any position', async () => {
  const number = '<a:fld type="slidenum" id="{1}"><a:t>7</a:t></a:fld>'
  const shapes =
    shape('May', 'type="dt" idx="10"') +
    shape('x', 'type="ftr" idx="11"') +
    shape('').replace('<a:p></a:p>', `<a:p>${number}</a:p>`) +
    shape('text')
  const { document } = await read({ slides: [{ shapes }] })
  const [slide] = document.blocks
  expect(slide?.type === 'section' && slide.blocks.map(({ type }) => type)).toEqual([
    'paragraph',
    'furniture',
    'furniture',
    'furniture',
  ])
})

test('a placeholder inherits bullets and position from its layout and the master', async () => {
  const layout = makeSlide(shape('layout', 'idx="1"', transform(0, 300, 300, 100)), 'p:sldLayout')
  const master = makeSlide(
    shape('master', 'type="body"', transform(0, 0, 9, 9)),
    'p:sldMaster',
    '<p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr></p:bodyStyle></p:txStyles>',
  )
  const deck: TestDeck = {
    slides: [
      {
        shapes: shape('below', 'idx="1"') + shape('above', undefined, transform(0, 100, 300, 100)),
        relationships: { l: ['slideLayout', '../layout.xml'] },
      },
    ],
    parts: {
      'ppt/layout.xml': layout,
      'ppt/_rels/layout.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="m" Type="x/slideMaster" Target="master.xml"/></Relationships>',
      'ppt/master.xml': master,
    },
  }
  expect(await convert(deck)).toEqual({ markdown: 'above\n\n- below\n', warnings: [] })
})

test('a placeholder without an index is matched by its type', async () => {
  const bulleted = (text: string, key: string): string =>
    shape(text, key).replace(
      '<a:bodyPr/>',
      '<a:bodyPr/><a:lstStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr></a:lstStyle>',
    )
  const layout = makeSlide(
    shape('layout title', 'type="title"') + bulleted('layout body', 'type="body"'),
    'p:sldLayout',
  )
  const deck: TestDeck = {
    slides: [
      {
        shapes: title('T') + shape('item', 'type="body"') + shape('item', 'idx="5"'),
        relationships: { l: ['slideLayout', '../layout.xml'] },
      },
    ],
    parts: { 'ppt/layout.xml': layout },
  }
  expect((await convert(deck)).markdown).toBe('## T\n\n- item\n\n<!-- -->\n\n- item\n')
})

test('a slide without its layout inherits from the presentation’s master', async () => {
  const master = makeSlide(
    '',
    'p:sldMaster',
    '<p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr></p:bodyStyle></p:txStyles>',
  )
  const deck: TestDeck = {
    slides: [
      {
        shapes: title('T') + shape('item', 'type="body" idx="9"'),
        relationships: { l: ['slideLayout', '../nowhere.xml'] },
      },
    ],
    relationships: { m: ['slideMaster', 'master.xml'] },
    parts: { 'ppt/master.xml': master },
  }
  expect(await convert(deck)).toEqual({ markdown: '## T\n\n- item\n', warnings: [] })
})

const notes = (text: string): string =>
  makeSlide(shape(text, 'type="body" idx="1"') + shape('7', 'type="sldNum" idx="2"'), 'p:notes')

test('reads the body of notes pages as speaker notes; ignores unused pages', async () => {
  const deck: TestDeck = {
    slides: [{ shapes: title('A'), relationships: { n: ['notesSlide', '/ppt/notes1.xml'] } }],
    parts: { 'ppt/notes1.xml': notes('Say\nthis'), 'ppt/notes2.xml': notes('of no slide') },
  }
  expect(await convert(deck)).toEqual({
    markdown: '## A\n\n### Notes\n\nSay\n\nthis\n',
    warnings: [],
  })
})

const picture = (properties: string, inner = ''): string =>
  `<p:pic><p:nvPicPr><p:cNvPr id="3" name="" ${properties}>${inner}</p:cNvPr><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill/><p:spPr/></p:pic>`

test.each([
  { name: 'a description', pic: picture('descr="A duck"'), markdown: 'A duck\n' },
  { name: 'no description', pic: picture(''), markdown: '' },
  { name: 'a title alone', pic: picture('descr="" title="A duck"'), markdown: 'A duck\n' },
  { name: 'a title beside a description', pic: picture('descr="A" title="B"'), markdown: 'A\n' },
  { name: 'a file name', pic: picture('descr="C:\\photos\\duck 1.JPG"'), markdown: '' },
  {
    name: 'a description with the note that PowerPoint adds to its guesses',
    pic: picture('descr="A duck&#10;&#10;Description automatically generated"'),
    markdown: 'A duck\n',
  },
  {
    name: 'the description of a decorative picture',
    pic: picture(
      'descr="A line"',
      '<a:extLst><a:ext uri="{C}"><adec:decorative val="1"/></a:ext></a:extLst>',
    ),
    markdown: '',
  },
])('alternative text of pictures: $name', async ({ pic, markdown }) => {
  const deck = { slides: [{ shapes: pic }] }
  expect(await convert(deck)).toEqual({ markdown: '', warnings: [] })
  expect(await convert(deck, 'fidelity')).toEqual({ markdown, warnings: [] })
})

test('comments in old and new formats become blocks that are not printed', async () => {
  const deck: TestDeck = {
    slides: [
      {
        shapes: title('A'),
        relationships: {
          o: ['comments', '../comments/old.xml'],
          n: [
            'http://schemas.microsoft.com/office/2018/10/relationships/comments',
            '../comments/new.xml',
          ],
        },
      },
    ],
    parts: {
      'ppt/comments/old.xml': '<p:cmLst><p:cm><p:text>Old</p:text></p:cm></p:cmLst>',
      'ppt/comments/new.xml':
        '<p188:cmLst><p188:cm><p188:txBody><a:p><a:r><a:t>New</a:t></a:r></a:p></p188:txBody></p188:cm></p188:cmLst>',
    },
  }
  expect(await convert(deck, 'fidelity')).toEqual({ markdown: '## A\n', warnings: [] })
  const { document } = await read(deck, { profile: 'fidelity' })
  const [slide] = document.blocks
  expect(slide).toMatchObject({
    blocks: [{ kind: 'comments', blocks: [{ type: 'paragraph' }, { type: 'paragraph' }] }],
  })
})

const graphic = (inner: string): string =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name=""/></p:nvGraphicFramePr><a:graphic><a:graphicData uri="x">${inner}</a:graphicData></a:graphic></p:graphicFrame>`

test.each<{ name: string; deck: TestDeck; warnings: string[] }>([
  {
    name: 'an unknown element',
    deck: { slides: [{ shapes: `<future:shape/>${title('A')}` }] },
    warnings: ['unknown_element'],
  },
  {
    name: 'an unknown graphic',
    deck: { slides: [{ shapes: title('A') + graphic('<future:graphic/>') }] },
    warnings: ['unknown_element'],
  },
  {
    name: 'an embedded object',
    deck: { slides: [{ shapes: title('A') + graphic('<p:oleObj progId="Excel.Sheet.12"/>') }] },
    warnings: ['embedded_object'],
  },
  {
    name: 'a missing chart',
    deck: { slides: [{ shapes: title('A') + graphic('<c:chart r:id="none"/>') }] },
    warnings: ['missing_part'],
  },
  {
    name: 'a damaged chart',
    deck: {
      slides: [
        {
          shapes: title('A') + graphic('<c:chart r:id="c"/>'),
          relationships: { c: ['chart', '../chart.xml'] },
        },
      ],
      parts: { 'ppt/chart.xml': '<c:chartSpace><c:chart>' },
    },
    warnings: ['damaged_part'],
  },
  {
    name: 'a missing slide',
    deck: { slides: [{ shapes: title('A') }], list: ['none', 's1'] },
    warnings: ['missing_part'],
  },
  {
    name: 'a damaged slide',
    deck: {
      slides: [{ shapes: '<p:sp>' }, { shapes: title('A') }],
    },
    warnings: ['damaged_part'],
  },
  {
    name: 'a slide that is listed twice',
    deck: { slides: [{ shapes: title('A') }], list: ['s1', 's1'] },
    warnings: ['duplicate_slide'],
  },
  {
    name: 'damaged relationships',
    deck: {
      slides: [{ shapes: title('A') }],
      parts: { 'ppt/slides/_rels/s1.xml.rels': '<Relationships' },
    },
    warnings: ['damaged_part'],
  },
])('warns about lost content and reads the rest: $name', async ({ deck, warnings }) => {
  expect(await convert(deck)).toEqual({ markdown: '## A\n', warnings })
})

test('a presentation without slides gives an empty document', async () => {
  expect(await convert({ slides: [] })).toEqual({ markdown: '', warnings: [] })
})

test.each([
  { name: 'no slide can be read', deck: { slides: [{ shapes: '<p:sp>' }] } },
  {
    name: 'groups are nested too deep',
    deck: { slides: [{ shapes: '<p:grpSp>'.repeat(400) + '</p:grpSp>'.repeat(400) }] },
  },
])('rejects a document: $name', async ({ deck }) => {
  await expect(read(deck)).rejects.toMatchObject({ code: 'conversion_failed' })
})

test('hidden slides count as pages, and too many slides are refused', async () => {
  const deck = { slides: [{ shapes: '' }, { shapes: '' }] }
  await expect(read(deck, { maxPages: 1 })).rejects.toMatchObject({ code: 'too_many_pages' })
  await expect(read(deck, { maxPages: 2 })).resolves.toBeDefined()
})

test('reports progress slide by slide', async () => {
  const progress: string[] = []
  await read(
    { slides: [{ shapes: '' }, { shapes: '' }] },
    {
      onProgress: ({ stage, pagesDone, pagesTotal }) =>
        progress.push(`${stage} ${pagesDone}/${pagesTotal}`),
    },
  )
  expect(progress).toEqual(['slides 1/2', 'slides 2/2'])
})
