import { expect, test } from 'vitest'
import { collectVocabulary, collectWords, jointOf } from './hyphens.ts'

const document = [
  'The well-known algorithm uses a data base',
  'and a key word',
  'in interest rates',
  'of the PDP-1, in the file pdp1, and the pdpeleven or pdp-eleven',
  'and words that are bro-',
  'ken over lines, so that broken ones are known',
]

/** Joins two lines with the blanks or hyphens that their joint adds or drops. */
function joinLines(before: string, after: string, known = document, isCode = false): string {
  const joint = jointOf(before, after, () => collectVocabulary(known), isCode)
  return joint < 0 ? before.slice(0, joint) + after : before + ' '.repeat(joint) + after
}

test.each([
  { name: 'two words', lines: ['one', 'two'], text: 'one two' },
  { name: 'a broken word', lines: ['algo-', 'rithm'], text: 'algorithm' },
  { name: 'a broken word that occurs nowhere else', lines: ['phy-', 'sician'], text: 'physician' },
  { name: 'a soft hyphen', lines: ['Un\u00ad', 'known'], text: 'Unknown' },
  { name: 'a compound that occurs elsewhere', lines: ['well-', 'known'], text: 'well-known' },
  {
    name: 'two parts that occur as words in the document',
    lines: ['key-', 'word'],
    text: 'key-word',
  },
  { name: 'a hyphen before a capital', lines: ['Franco-', 'German'], text: 'Franco-German' },
  { name: 'a broken word in capitals', lines: ['CONSE-', 'QUENTIAL'], text: 'CONSEQUENTIAL' },
  { name: 'a compound of abbreviations', lines: ['HTML-', 'XML'], text: 'HTML-XML' },
  {
    name: 'two letters that begin a word',
    lines: ['SPECIAL, IN-', 'CIDENTAL'],
    text: 'SPECIAL, INCIDENTAL',
  },
  {
    name: 'a name broken after an underscore',
    lines: ['lam_handle_-', 'free()'],
    text: 'lam_handle_free()',
  },
  { name: 'a short abbreviation before capitals', lines: ['UN-', 'HABITAT'], text: 'UN-HABITAT' },
  { name: 'a hyphen before a digit', lines: ['Covid-', '19'], text: 'Covid-19' },
  { name: 'a hyphen before a digit, and a name without it', lines: ['PDP-', '1'], text: 'PDP-1' },
  { name: 'a broken name', lines: ['pdp-', 'eleven'], text: 'pdpeleven' },
  { name: 'a hyphen after a single letter', lines: ['n-', 'tridecanal'], text: 'n-tridecanal' },
  { name: 'a hyphen after an abbreviation', lines: ['DNA-', 'binding'], text: 'DNA-binding' },
  { name: 'a prefix', lines: ['self-', 'made'], text: 'self-made' },
  {
    name: 'a broken word that begins with the letters of a prefix',
    lines: ['so-', 'cial'],
    text: 'social',
  },
  { name: 'so-called', lines: ['so-', 'called'], text: 'so-called' },
  { name: 'the prefix ex', lines: ['ex-', 'algorithm'], text: 'ex-algorithm' },
  { name: 'a broken word that begins with ex', lines: ['ex-', 'ample'], text: 'example' },
  { name: 'a compound of three words', lines: ['signal-', 'to-noise'], text: 'signal-to-noise' },
  {
    name: 'the last part of a long compound',
    lines: ['man-in-the-', 'middle'],
    text: 'man-in-the-middle',
  },
  {
    name: 'a hyphen in an address',
    lines: ['https://example.org/open-', 'data'],
    text: 'https://example.org/open-data',
  },
  { name: 'an underscore, as words may have', lines: ['class_', 'can'], text: 'class_ can' },
  { name: 'a conjunction', lines: ['pre-', 'and postwar'], text: 'pre- and postwar' },
  { name: 'an address', lines: ['https://example.org/', 'path'], text: 'https://example.org/path' },
  {
    name: 'an address at the end of a sentence',
    lines: ['see https://example.org/.', 'The'],
    text: 'see https://example.org/. The',
  },
  { name: 'the scheme of an address', lines: ['at https://', 'a.org'], text: 'at https://a.org' },
  { name: 'the name of a host', lines: ['see www.', 'example.org'], text: 'see www.example.org' },
  {
    name: 'two addresses',
    lines: ['https://example.org/a/', 'https://example.org/b/'],
    text: 'https://example.org/a/ https://example.org/b/',
  },
  { name: 'a name in code', lines: ['MAX_', 'LENGTH'], text: 'MAX_LENGTH' },
  { name: 'a line to write on', lines: ['Name: ____', 'Date'], text: 'Name: ____ Date' },
  { name: 'a slash at the line end', lines: ['and/', 'or'], text: 'and/or' },
  { name: 'a dash at the line end', lines: ['so—', 'it seems'], text: 'so—it seems' },
  { name: 'a dash after a blank', lines: ['so –', 'it seems'], text: 'so – it seems' },
  { name: 'Chinese', lines: ['春眠', '不覚'], text: '春眠不覚' },
])('joinLines: $name', ({ lines: [before = '', after = ''], text }) => {
  expect(joinLines(before, after)).toBe(text)
})

test('a part that is hyphenated elsewhere keeps its hyphen if the letters are unlikely together', () => {
  const known = ['attacker-proof', 're-use']
  expect(joinLines('attacker-', 'controllable', known)).toBe('attacker-controllable')
  expect(joinLines('re-', 'commended', known)).toBe('recommended')
})

test('a word is joined if no compound begins with its first part', () => {
  expect(joinLines('an-', 'other', ['an end', 'of the other'])).toBe('another')
})

test('a word is joined if no compound ends with its second part', () => {
  expect(joinLines('consider-', 'able', ['able to', 'consider it'])).toBe('considerable')
})

test('parts of broken words do not count as words of the document', () => {
  expect([...collectWords(['A bro-', 'ken word'])]).toEqual(['a', 'word'])
})

test('a document that breaks no word that it has keeps hyphens between words', () => {
  const printed = ['all milk-', 'recorded herds']
  const broken = ['the her-', 'ds of milk']
  expect(joinLines('milk-', 'recorded', printed)).toBe('milk-recorded')
  expect(joinLines('milk-', 'recorded', [...printed, ...broken])).toBe('milkrecorded')
  expect(joinLines('consider-', 'ation', printed)).toBe('consideration')
})

test.each([
  ['the name of an option', 'see --compare-', 'versions', 'see --compare-versions'],
  ['a broken word', 'the cate-', 'gory', 'the category'],
  ['the dashes of an option', 'run it with --', 'force', 'run it with --force'],
  ['a known name before its hyphen', 'say well', '-known', 'say well-known'],
  ['another option', 'the key', '-l', 'the key -l'],
  ['a known name', 'call algo', 'rithm()', 'call algorithm()'],
  ['a name with underscores', 'call mill_', 'turn()', 'call mill_turn()'],
  ['a name with an underscore first', 'the type _', 'Wheel', 'the type _Wheel'],
  ['a path', 'in /etc/mill.', 'conf', 'in /etc/mill.conf'],
  ['an address', 'see https://', 'www.mill.org', 'see https://www.mill.org'],
  ['a comment', 'turn() //', 'the wheel', 'turn() // the wheel'],
  ['the name of a program at the end of a sentence', 'run mill.', 'turn', 'run mill. turn'],
  ['words of which a name consists', 'the well', 'known()', 'the well known()'],
])('joins %s within code', (_, before, after, text) => {
  expect(joinLines(before, after, document, true)).toBe(text)
})
