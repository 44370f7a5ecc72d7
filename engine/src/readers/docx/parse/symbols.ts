/**
 * Maps characters of symbol fonts to Unicode.
 *
 * Symbol fonts have pictures at the codes of letters. Where Unicode has several characters for a picture, the most common
 * one is chosen, which can be searched for and which most fonts have: `→`, not `🡒`.
 */

/** Characters from 0x20 on, sixteen a line; a space where Unicode has no equivalent. */
const symbol = [
  ' !∀#∃%&∍()∗+,−./',
  '0123456789:;<=>?',
  '≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟ',
  'ΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_',
  '‾αβχδεφγηιϕκλμνο',
  'πθρστυϖωξψζ{|}∼ ',
  '                ',
  '                ',
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓',
  '°±″≥×∝∂•÷≠≡≈…│─↵',
  'ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉',
  '∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓',
  '◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪',
  ' ⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭ ',
]

const wingdings = [
  ' ✏✂✁👓🔔📖🕯☎✆✉✉📪📫📬📭',
  '📁📂📄📄📄🗄⌛⌨🖱🖲💻💾💾💾✇✍',
  '✍✌👌👍👎☜☞☝☟✋☺😐☹💣☠⚐',
  '⚑✈☼💧❄✝✞✠✠✡☪☯ॐ☸♈♉',
  '♊♋♌♍♎♏♐♑♒♓&&●❍■□',
  '□❑❒⬧◆◆❖⬥☒⍓⌘❀✿“”▯',
  '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹',
  '❺❻❼❽❾❿❧❧❧❧❧❧❧❧·•',
  '▪○○○◉◎○▪☐▲✦★✶✷✹✵',
  '⌖⌖✧⌑ ✪✰🕐🕑🕒🕓🕔🕕🕖🕗🕘',
  '🕙🕚🕛↰↱↲↳↰↱↲↳❦❦❦❦❦',
  '❦❦❦❦❦⌫⌦⮘➢⮙⮛⮈➲⮉⮋←',
  '→↑↓↖↗↙↘←➔↑↓↖↗↙↘⇦',
  '⇨⇧⇩⇔⇕⇖⇗⇙⇘▭▫✗✓☒☑ ',
]

const wingdings2 = [
  ' 🖊🖋✏✏✄✀☎☎📄📄📄📄📄📄📄',
  '📄📋🗑📄🖨🖨💾💾💾⌨🖱🖱👍👎☜☞',
  '☜☞👈👉☜☞☜☞☝☟👆👇☝☟✋✗',
  '✓☒☑☒☒☒⊗⊘⊘&&&&‽‽‽',
  '‽❧❧❧❧❦❦❦❦⓪①②③④⑤⑥',
  '⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿ ',
  '☉☀☽☾⸿✝✝🕜🕝🕞🕟🕠🕡🕢🕣🕤',
  '🕥🕦🕧❦❦⋅••●○○○◉⊙⦿•',
  '▪▪■☐☐□□▣▣◾□▪⬩⬥◇◇',
  '◇◈◇◇◇◇⬪⬧◊◊◖◗◓◒■◆',
  '⬟⬠⬣⬢⬡⬡✚✚✚✚✚✚✚✚✚✚',
  '✖✖✖✖✖✳✳✳✳✳✳✳✶✶✶✶',
  '✴✴✴✴✴▲◆★★★★✶✷✹✸✺',
  '✹★☆✯★✦◎※⁂       ',
]

const wingdings3 = [
  ' ←→↑↓↖↗↙↘⇤⇥⤒⤓↤↦↥',
  '↧↔↕↔↕←→←→↰↱↲↳↰↱↲',
  '↳↰↱↲↳↶↷↶↷↺↻↺↻⟲⟳⟲',
  '⟳↩↪↩↪␛↵⌤⌃⌥␣⍽⇪←←→',
  '→←→←→←←→↑↓↖↗↘↙↔↕',
  '▲▼△▽◀▶◁▷◣◢◤◥◂▸▴ ',
  '▾▲▼◀▶◀▶▲▼←→↑↓↖↗↙',
  '↘←→↑↓↖↗↙↘←→↑↓←→↑',
  '↓←→↑↓←→←→←→←→←→←',
  '→←→←→←→↑↓←→↑↓←→↑',
  '↓←→↑↓←→↑↓←→↑↓←→↑',
  '↓←→↑↓↖↗↙↘←→↑↓↖↗↙',
  '↘←→↑↓↖↗↙↘←→↑↓↖↗↙',
  '↘               ',
]

/** The pictures of Webdings that represent letters or signs in documents; the others are illustrations. */
const webdings: ReadonlyMap<number, string> = new Map([
  [0x33, '◀'],
  [0x34, '▶'],
  [0x35, '▲'],
  [0x36, '▼'],
  [0x37, '⏪'],
  [0x38, '⏩'],
  [0x39, '⏮'],
  [0x3a, '⏭'],
  [0x3b, '⏸'],
  [0x3c, '⏹'],
  [0x3d, '⏺'],
  [0x4c, '🔍'],
  [0x4e, '👁'],
  [0x55, '🔈'],
  [0x59, '♥'],
  [0x60, '↰'],
  [0x61, '✓'],
  [0x63, '□'],
  [0x67, '■'],
  [0x69, 'ℹ'],
  [0x6e, '●'],
  [0x72, '✗'],
  [0x73, '?'],
  [0x78, '⊘'],
  [0x7c, '|'],
  [0x80, '🚹'],
  [0x85, '🚻'],
  [0x98, '✯'],
  [0x9a, '✉'],
  [0xc8, '☎'],
  [0xce, '🔒'],
  [0xcf, '🔓'],
  [0xd2, '☁'],
  [0xe8, 'Ⓟ'],
  [0xe9, '♿'],
])

const FIRST_CODE = 0x20

function toTable(lines: readonly string[]): ReadonlyMap<number, string> {
  const characters = lines.flatMap((line) => [...line])
  return new Map(
    characters
      .map((character, index): [number, string] => [FIRST_CODE + index, character])
      .filter(([code, character]) => character !== ' ' || code === FIRST_CODE),
  )
}

const fonts: ReadonlyMap<string, ReadonlyMap<number, string>> = new Map([
  ['symbol', toTable(symbol)],
  ['wingdings', toTable(wingdings)],
  ['wingdings 2', toTable(wingdings2)],
  ['wingdings 3', toTable(wingdings3)],
  ['webdings', webdings],
])

/** Symbol fonts repeat their characters at 0xF000, in the private use area. */
const PRIVATE_FIRST = 0xf000
const PRIVATE_LAST = 0xf0ff

/**
 * Returns the Unicode text of a symbol.
 *
 * @param code In a symbol font from 0x20 or 0xF020 on; in any other font a Unicode character.
 * @returns `undefined` if the symbol is unknown.
 */
export function symbolText(font: string, code: number): string | undefined {
  if (!Number.isInteger(code) || code <= 0 || code > 0xffff) return undefined
  const isPrivate = code >= PRIVATE_FIRST && code <= PRIVATE_LAST
  const table = fonts.get(font.trim().toLowerCase())
  if (table) return table.get(isPrivate ? code - PRIVATE_FIRST : code)
  return isPrivate ? undefined : String.fromCharCode(code)
}

/**
 * Converts the symbol font characters of a text to Unicode.
 *
 * A private use character in another font was pasted from Symbol (a bullet) or from Wingdings.
 */
export function decodeSymbols(text: string, font: string | undefined): string {
  if (!/[\uf020-\uf0ff]/.test(text)) return text
  return text.replace(/[\uf020-\uf0ff]/g, (character) => {
    const code = character.charCodeAt(0)
    const pasted = code === SYMBOL_BULLET ? '•' : symbolText('Wingdings', code)
    return symbolText(font ?? '', code) ?? pasted ?? ''
  })
}

const SYMBOL_BULLET = 0xf0b7
