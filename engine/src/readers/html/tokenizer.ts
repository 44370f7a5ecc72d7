/**
 * The parser's tokenizer with a short way for what pages are made of: plain text, and tags without oddities.
 *
 * The tokenizer of the standard (WHATWG HTML 13.2.5) is a machine of eighty states that looks at one character at a time.
 * The short way reads a run of text or a whole tag at once where the outcome is the same, and leaves everything else,
 * from character references to comments and errors, to the machine. 5 MB of text with tags take a third of the time.
 */
import {
  html as names,
  Token,
  type TokenHandler,
  Tokenizer,
  TokenizerMode,
  type TokenizerOptions,
} from 'parse5'
import { endOfAttributes, endOfName, isSpace } from './tags.ts'

const { TokenType } = Token

const LESS_THAN = 0x3c
const GREATER_THAN = 0x3e
const SOLIDUS = 0x2f

/** Of all tags without: the parser adds none to a token, and the tree builder none to an element's own. */
const none: Token.Attribute[] = []

export class QuickTokenizer extends Tokenizer {
  /** The next of each character that text may not run over, at the place at hand or after. */
  readonly #stops = { lessThan: -1, ampersand: -1, nul: -1 }

  constructor(options: TokenizerOptions, handler: TokenHandler) {
    super(options, handler)
    // Positions are kept, so the input is not cut while it is read.
    this.preprocessor.bufferWaterline = Number.POSITIVE_INFINITY
  }

  protected override _runParsingLoop(): void {
    if (this.inLoop) return
    this.inLoop = true
    while (this.active && !this.paused) {
      if (this.#readQuickly()) continue
      this.consumedAfterSnapshot = 0
      const codePoint = this._consume()
      if (!this._ensureHibernation()) this._callState(codePoint)
    }
    this.inLoop = false
  }

  /** @returns Whether something was read; if not, the machine takes the next character. */
  #readQuickly(): boolean {
    switch (this.state) {
      case TokenizerMode.DATA:
        return this.#readText(true) || this.#readTag()
      case TokenizerMode.RCDATA:
        return this.#readText(true)
      case TokenizerMode.RAWTEXT:
      case TokenizerMode.SCRIPT_DATA:
        return this.#readText(false)
      default:
        return false
    }
  }

  /** Text up to the next character that means something. */
  #readText(hasReferences: boolean): boolean {
    const { html, pos } = this.preprocessor
    const start = pos + 1
    const end = this.#endOfText(html, start, hasReferences)
    if (end === start) return false
    if (this.currentCharacterToken) this._emitCurrentCharacterToken(null)
    this.preprocessor.pos = end - 1
    // Spaces within are left to the text around them; the parser tells them apart only where it ignores text: in a
    // frameset, and between the columns of a template. White space at the start is a token of its own: before the body, and after `<pre>`, it is treated otherwise.
    let textStart = start
    while (textStart < end && isSpace(html.charCodeAt(textStart))) textStart += 1
    if (textStart > start) {
      const chars = html.slice(start, textStart)
      this.handler.onWhitespaceCharacter({
        type: TokenType.WHITESPACE_CHARACTER,
        chars,
        location: null,
      })
    }
    if (textStart < end) {
      const chars = html.slice(textStart, end)
      this.handler.onCharacter({ type: TokenType.CHARACTER, chars, location: null })
    }
    return true
  }

  #endOfText(html: string, start: number, hasReferences: boolean): number {
    const stops = this.#stops
    // Each is looked for once and kept until it is passed: or a text of many references would be searched to its end for each.
    if (stops.lessThan < start) stops.lessThan = find(html, '<', start)
    if (stops.nul < start) stops.nul = find(html, '\0', start)
    if (hasReferences && stops.ampersand < start) stops.ampersand = find(html, '&', start)
    const end = Math.min(stops.lessThan, stops.nul)
    return hasReferences ? Math.min(end, stops.ampersand) : end
  }

  /** A tag of a plain name, with attributes that have neither references nor errors. */
  #readTag(): boolean {
    const { html, pos } = this.preprocessor
    const open = pos + 1
    if (html.charCodeAt(open) !== LESS_THAN) return false
    const isEnd = html.charCodeAt(open + 1) === SOLIDUS
    const nameStart = isEnd ? open + 2 : open + 1
    const nameEnd = endOfName(html, nameStart)
    if (nameEnd < 0) return false
    let attrs = none
    let end = nameEnd
    if (html.charCodeAt(end) !== GREATER_THAN) {
      attrs = []
      end = isEnd ? -1 : endOfAttributes(html, end, attrs)
    }
    if (end < 0) return false
    if (this.currentCharacterToken) this._emitCurrentCharacterToken(null)
    this.preprocessor.pos = end
    const { tagName, tagID } = findName(html.slice(nameStart, nameEnd))
    const type = isEnd ? TokenType.END_TAG : TokenType.START_TAG
    const selfClosing = html.charCodeAt(end - 1) === SOLIDUS
    const token: Token.TagToken = {
      type,
      tagName,
      tagID,
      selfClosing,
      ackSelfClosing: false,
      attrs,
      location: null,
    }
    if (isEnd) this.handler.onEndTag(token)
    else {
      this.lastStartTagName = tagName
      this.handler.onStartTag(token)
    }
    return true
  }
}

/** @returns The length of the text when there is none. */
function find(html: string, character: string, start: number): number {
  const index = html.indexOf(character, start)
  return index < 0 ? html.length : index
}

interface Name {
  readonly tagName: string
  readonly tagID: names.TAG_ID
}

/** Names as they were written, for a page uses the same few: looked up once, and one string for all elements of a name. */
const known = new Map<string, Name>()
/** Names of HTML, SVG and MathML are some 300. */
const MAX_KNOWN = 1_000

function findName(written: string): Name {
  const found = known.get(written)
  if (found) return found
  const tagName = written.toLowerCase()
  const name = { tagName, tagID: names.getTagID(tagName) }
  if (known.size < MAX_KNOWN) known.set(written, name)
  return name
}
