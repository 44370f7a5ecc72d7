/**
 * Extends the parser's tokenizer with a fast path for plain text and simple tags.
 *
 * The standard tokenizer (WHATWG HTML 13.2.5) is a state machine of eighty states that examines one character at a time.
 * The fast path reads a run of text or a whole tag at once where the result is the same, and leaves everything else, from
 * character references to comments and errors, to the state machine. 5 MB of text with tags take a third of the time.
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

/** Shared by all tags without attributes: the parser does not change a token's attributes, nor the tree builder an element's. */
const none: Token.Attribute[] = []

export class QuickTokenizer extends Tokenizer {
  /** Next offset of each character that ends plain text, at or after the current one. */
  readonly #stops = { lessThan: -1, ampersand: -1, nul: -1 }

  constructor(options: TokenizerOptions, handler: TokenHandler) {
    super(options, handler)
    // Keeps the whole input in the buffer, so that offsets stay valid.
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

  /** @returns True if text or a tag was read; otherwise the state machine takes the next character. */
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

  /** Reads text up to the next character with a meaning. */
  #readText(hasReferences: boolean): boolean {
    const { html, pos } = this.preprocessor
    const start = pos + 1
    const end = this.#endOfText(html, start, hasReferences)
    if (end === start) return false
    if (this.currentCharacterToken) this._emitCurrentCharacterToken(null)
    this.preprocessor.pos = end - 1
    // Spaces within text stay in its token; the parser distinguishes them only where it ignores text: in a frameset,
    // and between the columns of a template. Leading white space gets its own token, because it is treated differently
    // before the body and after `<pre>`.
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
    // Each offset is cached until it is passed; otherwise each reference would start a search to the end of the text.
    if (stops.lessThan < start) stops.lessThan = find(html, '<', start)
    if (stops.nul < start) stops.nul = find(html, '\0', start)
    if (hasReferences && stops.ampersand < start) stops.ampersand = find(html, '&', start)
    const end = Math.min(stops.lessThan, stops.nul)
    return hasReferences ? Math.min(end, stops.ampersand) : end
  }

  /** Reads a tag of a plain name whose attributes have neither references nor errors. */
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

/** @returns The offset of the character, or the length of the text if it does not occur. */
function find(html: string, character: string, start: number): number {
  const index = html.indexOf(character, start)
  return index < 0 ? html.length : index
}

interface Name {
  readonly tagName: string
  readonly tagID: names.TAG_ID
}

/** Cache of names: a page uses few, and one string serves all elements of a name. */
const nameCache = new Map<string, Name>()
/** The most cached names; HTML, SVG and MathML have about 300. */
const MAX_KNOWN = 1_000

function findName(written: string): Name {
  const found = nameCache.get(written)
  if (found) return found
  const tagName = written.toLowerCase()
  const name = { tagName, tagID: names.getTagID(tagName) }
  if (nameCache.size < MAX_KNOWN) nameCache.set(written, name)
  return name
}
