/**
 * Estimates how likely characters are after others in documents, with a back-off model of n-grams (Katz, 1987): `Total` is
 * more likely than `Tatal`.
 */
import stored from './sequences.json' with { type: 'json' }

/** An n-gram, and those that continue it. */
interface Gram {
  /** Natural logarithm of the chance of the last character after the others. */
  readonly logChance: number
  /** Added for a character that does not continue the n-gram. */
  readonly backOff: number
  readonly next: Map<string, Gram>
}

/** The stored form of the model. */
interface StoredSequences {
  /** For each n-gram its length and its last character, in preorder. */
  readonly grams: string
  /** For each n-gram two bytes, base64: `-logChance / step` and `backOff / step + zero`. */
  readonly values: string
}

export const sequenceFormat = {
  /** Characters of the longest n-gram. */
  length: 5,
  /** Unit in which logarithms are stored, in nats, and the byte that stands for a back-off of 0. */
  step: 0.05,
  zero: 128,
  /** Logarithm of the chance of a character that the table does not hold; the least that can be stored is -12.75. */
  unknown: -12,
} as const

let loaded: Gram | undefined

/** Returns the natural logarithm of the chance that the characters from `start` on follow those before them. */
export function logChanceOf(text: string, start = 0): number {
  loaded ??= load(stored)
  const symbols = Array.from(text, symbolOf)
  let sum = 0
  for (let at = start; at < symbols.length; at++) sum += logChanceAt(symbols, at, loaded)
  return sum
}

function logChanceAt(symbols: readonly string[], at: number, root: Gram): number {
  let backOff = 0
  for (let from = Math.max(0, at - sequenceFormat.length + 1); from <= at; from++) {
    let context: Gram | undefined = root
    for (let place = from; place < at && context; place++) {
      context = context.next.get(symbols[place] as string)
    }
    if (!context) continue
    const found = context.next.get(symbols[at] as string)
    if (found) return backOff + found.logChance
    backOff += context.backOff
  }
  return backOff + sequenceFormat.unknown
}

/** Treats all digits as one symbol, and ignores case and accents. */
export function symbolOf(character: string): string {
  if (character >= '0' && character <= '9') return '0'
  const bare = character.normalize('NFD').charAt(0).toLowerCase()
  return bare >= ' ' && bare <= '~' ? bare : '~'
}

function load({ grams, values }: StoredSequences): Gram {
  const { step, zero } = sequenceFormat
  const bytes = Buffer.from(values, 'base64')
  const root: Gram = { logChance: 0, backOff: 0, next: new Map() }
  const path: Gram[] = [root]
  for (let at = 0; 2 * at < grams.length; at++) {
    const length = Number(grams[2 * at])
    const gram: Gram = {
      logChance: -bytes.readUInt8(2 * at) * step,
      backOff: (bytes.readUInt8(2 * at + 1) - zero) * step,
      next: new Map(),
    }
    path[length - 1]?.next.set(grams[2 * at + 1] as string, gram)
    path[length] = gram
  }
  return root
}
