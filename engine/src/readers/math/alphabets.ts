/**
 * Maps mathematical alphanumeric characters to the plain character and its style.
 *
 * Unicode, chapter 22.2: the block U+1D400–U+1D7FF, and the older letters in Letterlike Symbols.
 */
import type { Variant } from './tree.ts'

interface StyledCharacter {
  readonly character: string
  readonly variant: Variant
}

/** The Latin alphabets of 52 letters each, in the order of the block. */
const latinFrom = 0x1d400
const latinLetters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
const latinVariants: readonly Variant[] = [
  'bold',
  'italic',
  'bold-italic',
  'script',
  'bold-script',
  'fraktur',
  'double-struck',
  'bold-fraktur',
  'sans-serif',
  'bold-sans-serif',
  'sans-serif-italic',
  'sans-serif-bold-italic',
  'monospace',
]

/** The Greek alphabets of 58 characters each. */
const greekFrom = 0x1d6a8
const greekVariants: readonly Variant[] = [
  'bold',
  'italic',
  'bold-italic',
  'bold-sans-serif',
  'sans-serif-bold-italic',
]
const greekLetters = [...'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡϴΣΤΥΦΧΨΩ∇αβγδεζηθικλμνξοπρςστυφχψω∂ϵϑϰϕϱϖ']

const digitsFrom = 0x1d7ce
const digits = [...'0123456789']
const digitVariants: readonly Variant[] = [
  'bold',
  'double-struck',
  'sans-serif',
  'bold-sans-serif',
  'monospace',
]

const blockEnd = 0x1d7ff

/** Styled characters outside of the regular ranges: variant, then pairs of styled and plain character. */
const irregular: readonly (readonly [Variant, string])[] = [
  ['script', 'ℬBℰEℱFℋHℐIℒLℳMℛRℯeℊgℴo'],
  ['fraktur', 'ℭCℌHℨZ'],
  ['double-struck', 'ℂCℍHℕNℙPℚQℝRℤZℾΓℿΠℽγℼπ'],
  ['italic', 'ℎh𝚤ı𝚥ȷ'],
  // ISO 80000-2 sets these constants and the differential upright.
  ['normal', 'ⅅDⅆdⅇeⅈiⅉj'],
  ['bold', '𝟊Ϝ𝟋ϝ'],
]

const irregularCharacters = new Map<string, StyledCharacter>(
  irregular.flatMap(([variant, pairs]) => {
    const characters = [...pairs]
    return characters.flatMap((styled, index): [string, StyledCharacter][] => {
      const character = characters[index + 1]
      return index % 2 === 0 && character ? [[styled, { character, variant }]] : []
    })
  }),
)

/** Returns the plain character and style of a mathematical alphanumeric character. */
export function findStyledCharacter(character: string): StyledCharacter | undefined {
  const special = irregularCharacters.get(character)
  if (special) return special
  const code = character.codePointAt(0) ?? 0
  if (code < latinFrom || code > blockEnd) return undefined
  if (code >= digitsFrom) return fromRow(code - digitsFrom, digits, digitVariants)
  if (code >= greekFrom) return fromRow(code - greekFrom, greekLetters, greekVariants)
  return fromRow(code - latinFrom, latinLetters, latinVariants)
}

function fromRow(
  offset: number,
  letters: readonly string[],
  variants: readonly Variant[],
): StyledCharacter | undefined {
  const character = letters[offset % letters.length]
  const variant = variants[Math.floor(offset / letters.length)]
  return character && variant ? { character, variant } : undefined
}
