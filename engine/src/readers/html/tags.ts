/** Finds the end of a simple tag; -1 for a tag that needs the standard tokenizer. */
import type { Token } from 'parse5'

const TAB = 0x09
const LINE_FEED = 0x0a
const FORM_FEED = 0x0c
const SPACE = 0x20
const DOUBLE_QUOTE = 0x22
const AMPERSAND = 0x26
const SINGLE_QUOTE = 0x27
const SOLIDUS = 0x2f
const EQUALS = 0x3d
const GREATER_THAN = 0x3e

/** With more attributes, the standard tokenizer checks for duplicates by a set, in linear time. */
const MAX_ATTRIBUTES = 32

/** Carriage returns have become line feeds (WHATWG HTML 13.2.3.5). */
export function isSpace(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === TAB || code === FORM_FEED
}

function isLetter(code: number): boolean {
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x7a
}

/** Returns true for letters, digits, `-`, `.`, `:`, `_`: the characters of nearly all tag and attribute names. */
function isNameCharacter(code: number): boolean {
  return isLetter(code) || (code >= 0x2d && code <= 0x3a && code !== SOLIDUS) || code === 0x5f
}

function isTagPunctuation(code: number): boolean {
  return isSpace(code) || code === GREATER_THAN || code === SOLIDUS
}

/**
 * @param start Offset of a tag's name.
 * @returns Offset of its end, at a space, `/` or `>`.
 */
export function endOfName(html: string, start: number): number {
  if (!isLetter(html.charCodeAt(start))) return -1
  let at = start + 1
  while (isNameCharacter(html.charCodeAt(at))) at += 1
  return isTagPunctuation(html.charCodeAt(at)) ? at : -1
}

/**
 * @param attributes Receives the attributes.
 * @returns Offset of the `>`.
 */
export function endOfAttributes(
  html: string,
  start: number,
  attributes: Token.Attribute[],
): number {
  let at = skipSpaces(html, start)
  while (html.charCodeAt(at) !== GREATER_THAN) {
    if (html.charCodeAt(at) === SOLIDUS) {
      return html.charCodeAt(at + 1) === GREATER_THAN ? at + 1 : -1
    }
    at = endOfAttribute(html, at, attributes)
    if (at < 0) return -1
    at = skipSpaces(html, at)
  }
  return at
}

function endOfAttribute(html: string, start: number, attributes: Token.Attribute[]): number {
  let nameEnd = start
  while (isNameCharacter(html.charCodeAt(nameEnd))) nameEnd += 1
  if (nameEnd === start || attributes.length >= MAX_ATTRIBUTES) return -1
  const name = html.slice(start, nameEnd).toLowerCase()
  if (attributes.some((other) => other.name === name)) return -1
  const equals = skipSpaces(html, nameEnd)
  if (html.charCodeAt(equals) !== EQUALS) {
    attributes.push({ name, value: '' })
    return isTagPunctuation(html.charCodeAt(nameEnd)) ? equals : -1
  }
  const valueStart = skipSpaces(html, equals + 1)
  const quote = html.charCodeAt(valueStart)
  const isQuoted = quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE
  const from = isQuoted ? valueStart + 1 : valueStart
  const end = isQuoted ? endOfQuoted(html, from, quote) : endOfUnquoted(html, from)
  if (end < 0) return -1
  attributes.push({ name, value: html.slice(from, end) })
  return isQuoted ? end + 1 : end
}

/** Returns the offset of the closing quote, or -1 if a reference or NUL precedes it. */
function endOfQuoted(html: string, start: number, quote: number): number {
  for (let at = start; at < html.length; at += 1) {
    const code = html.charCodeAt(at)
    if (code === quote) return at
    if (code === AMPERSAND || code === 0) return -1
  }
  return -1
}

function endOfUnquoted(html: string, start: number): number {
  if (html.charCodeAt(start) === GREATER_THAN) return -1
  for (let at = start; at < html.length; at += 1) {
    const code = html.charCodeAt(at)
    if (isSpace(code) || code === GREATER_THAN) return at
    if (code === AMPERSAND || code === 0) return -1
  }
  return -1
}

function skipSpaces(html: string, start: number): number {
  let at = start
  while (isSpace(html.charCodeAt(at))) at += 1
  return at
}
