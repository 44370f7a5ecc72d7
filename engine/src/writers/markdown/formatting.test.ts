/** Tests C5 and C6 of docs/markdown.md, one case per row: formatting and links. */
import { describe, expect, test } from 'vitest'
import { paragraph, text } from '../../model/index.ts'
import {
  bold,
  code,
  formula,
  type InlineCase,
  image,
  italic,
  link,
  print,
} from './testing/nodes.ts'

describe('C5, C6 formatting', () => {
  test.each<InlineCase>([
    {
      name: 'bold, italic, both and strike; a space between has the marks of both sides',
      inlines: [
        bold('a'),
        text(' '),
        italic('b'),
        text(' '),
        text('c', { bold: true, italic: true }),
        text(' '),
        text('d', { strike: true }),
      ],
      out: '**a** *b **c*** ~~d~~',
    },
    { name: 'underline is not printed', inlines: [text('a', { underline: true })], out: 'a' },
    {
      name: 'sub- and superscripts',
      inlines: [
        text('H'),
        text('2', { script: 'sub' }),
        text('O, m'),
        text('2', { script: 'super' }),
      ],
      out: 'H<sub>2</sub>O, m<sup>2</sup>',
    },
    {
      name: 'outer spaces move out of the marks',
      inlines: [text('a'), bold(' b '), text('c')],
      out: 'a **b** c',
    },
    {
      name: 'no space is invented',
      inlines: [bold('Hello'), text(', world')],
      out: '**Hello**, world',
    },
    {
      name: 'adjacent runs with equal marks are joined, also over a plain space',
      inlines: [bold('a'), bold('b'), text(' '), bold('c')],
      out: '**ab c**',
    },
    {
      name: 'empty runs disappear',
      inlines: [text('a'), bold(''), bold(' '), text('b')],
      out: 'a b',
    },
    {
      name: 'nested marks',
      inlines: [bold('a '), text('b', { bold: true, italic: true })],
      out: '**a *b***',
    },
    {
      name: 'nested marks, the inner one first',
      inlines: [text('a', { bold: true, italic: true }), bold(' b')],
      out: '***a* b**',
    },
    {
      name: 'overlapping marks',
      inlines: [bold('a '), text('b', { bold: true, italic: true }), italic(' c')],
      out: '**a *b*** *c*',
    },
    {
      name: 'marks within a word',
      inlines: [text('un'), italic('believ'), text('able')],
      out: 'un*believ*able',
    },
    {
      name: 'marks that would not be read back are dropped',
      inlines: [text('a'), bold('(b)'), text('c')],
      out: 'a(b)c',
    },
    {
      name: 'other marks are kept beside dropped ones',
      inlines: [text('a'), bold('(b)'), text('c '), bold('d')],
      out: 'a(b)c **d**',
    },
    {
      name: 'bold around code, a formula, a note',
      inlines: [bold('a '), code('b'), bold(' c '), formula('d'), bold(' e')],
      out: '**a `b` c $d$ e**',
    },
    {
      name: 'a link',
      inlines: [text('a '), link('http://e.org/', text('b')), text('.')],
      out: 'a [b](http://e.org/).',
    },
    {
      name: 'a link in several parts',
      inlines: [link('u', text('a')), link('u', bold(' b'))],
      out: '[a **b**](u)',
    },
    {
      name: 'spaces at the ends of a link',
      inlines: [text('a'), link('u', text(' b ')), text('c')],
      out: 'a [b](u) c',
    },
    {
      name: 'a target with spaces or odd parentheses',
      inlines: [
        link('a b', text('x')),
        text(' '),
        link('a)', text('y')),
        text(' '),
        link('a(b)', text('z')),
      ],
      out: '[x](<a b>) [y](<a)>) [z](a(b))',
    },
    {
      name: 'a target with characters that would end it',
      inlines: [link('a<b>"`|\\&copy;', text('x'))],
      out: '[x](a%3Cb%3E%22%60%7C%5C&amp;copy;)',
    },
    {
      name: 'a URL as its own text',
      inlines: [link('https://e.org/', text('https://e.org/'))],
      out: '<https://e.org/>',
    },
    {
      name: 'an address as its own text',
      inlines: [link('mailto:a@b.cc', text('a@b.cc'))],
      out: '<a@b.cc>',
    },
    {
      name: 'a URL as another text',
      inlines: [link('https://e.org/', text('https://e.org'))],
      out: '[https://e.org](https://e.org/)',
    },
    {
      name: 'brackets in a link',
      inlines: [link('u', text('[1]')), text(' '), link('u', text('a]b'))],
      out: '[[1] a\\]b](u)',
    },
    {
      name: 'a target that runs code is dropped',
      inlines: [
        link('java\tscript:x', text('a')),
        link('data:x', text('b')),
        link('FILE:///x', text('c')),
      ],
      out: 'abc',
    },
    {
      name: 'a link in a link',
      inlines: [link('u', text('a '), link('v', text('b')))],
      out: '[a b](u)',
    },
    {
      name: 'a link without text',
      inlines: [text('a'), link('u'), link('u', image(''))],
      out: 'a',
    },
    {
      name: 'a picture between words',
      inlines: [text('a'), image('b c'), text('d.'), image('e'), text('.')],
      out: 'a b c d.e.',
    },
  ])('$name', ({ inlines, out }) => {
    expect(print([paragraph(inlines)])).toBe(out)
  })
})
