/**
 * Finds the most likely text in the recogniser's probabilities, with the chances of character sequences in documents: a
 * search over prefixes (Graves and Jaitly, Towards End-to-End Speech Recognition, 2014).
 */
import { logChanceOf, sequenceFormat } from '../../models/index.ts'
import { readerSettings as settings } from './settings.ts'

/** The network's alphabet: en_dict.txt of PaddleOCR. Class 0 is "no character". It ends with two blanks; the last one is used. */
const alphabet = [
  ...'0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~!"#$%&\'()*+,-./ ',
  ' ',
]

/** Returns 0 for characters that the network does not know. */
export function classOf(text: string): number {
  return alphabet.lastIndexOf(text) + 1
}

export interface DecodedCharacter {
  readonly text: string
  /** Position in the network's output. */
  readonly place: number
  /** Probability of the character at its place. */
  readonly confidence: number
}

/** The last character of a text, linked to those before it. */
interface Link extends DecodedCharacter {
  readonly before: Link | undefined
}

interface Prefix {
  readonly text: string
  readonly last: Link | undefined
  /** Probabilities of the paths that end in the last character, and in "no character". */
  readonly inLast: number
  readonly inNone: number
  /** Gain by the sequences of the text, a logarithm. */
  readonly gain: number
}

export function decode(
  probabilities: Float32Array,
  places: number,
  classes: number,
): DecodedCharacter[] {
  let prefixes: Prefix[] = [{ text: '', last: undefined, inLast: 0, inNone: 1, gain: 0 }]
  for (let place = 0; place < places; place++) {
    const here = probabilities.subarray(place * classes, (place + 1) * classes)
    prefixes = keepBest(advance(prefixes, here, place))
  }
  const characters: DecodedCharacter[] = []
  for (let link = prefixes[0]?.last; link; link = link.before) characters.push(link)
  return characters.reverse()
}

/** Continues each prefix with each likely class of a place. */
function advance(prefixes: readonly Prefix[], here: Float32Array, place: number): Prefix[] {
  const next = new Map<string, Prefix>()
  const likely: number[] = []
  for (let at = 1; at < here.length; at++) {
    if ((here[at] as number) >= settings.minProbability) likely.push(at)
  }
  for (const prefix of prefixes) {
    const { text, last, gain, inLast, inNone } = prefix
    const again = last ? (here[classOf(last.text)] as number) : 0
    add(next, {
      text,
      last,
      gain,
      inLast: again * inLast,
      inNone: (here[0] as number) * (inLast + inNone),
    })
    for (const at of likely) {
      const [character, confidence] = [alphabet[at - 1] as string, here[at] as number]
      // A repeated character is a new one only after "no character".
      const chance = confidence * (last?.text === character ? inNone : inLast + inNone)
      if (chance === 0) continue
      add(next, {
        text: text + character,
        last: { text: character, place, confidence, before: last },
        gain: gain + gainOf(text, character),
        inLast: chance,
        inNone: 0,
      })
    }
  }
  return [...next.values()]
}

/** Adds the paths of a prefix to those of the same text; the likelier ones decide where its characters are. */
function add(prefixes: Map<string, Prefix>, added: Prefix): void {
  const known = prefixes.get(added.text)
  if (!known) return void prefixes.set(added.text, added)
  const isLikelier = added.inLast + added.inNone > known.inLast + known.inNone
  prefixes.set(added.text, {
    ...(isLikelier ? added : known),
    inLast: known.inLast + added.inLast,
    inNone: known.inNone + added.inNone,
  })
}

/** Marks get no gain: documents differ most in them, and texts without them would be preferred. */
function gainOf(text: string, next: string): number {
  if (!/[a-z0-9 ]/i.test(next)) return 0
  const before = ` ${text}`.slice(1 - sequenceFormat.length)
  return settings.sequenceWeight * logChanceOf(before + next, before.length) + settings.lengthGain
}

/** Keeps the likeliest prefixes, the best one first, with probabilities relative to it. */
function keepBest(prefixes: readonly Prefix[]): Prefix[] {
  const scored = prefixes
    .map((prefix) => ({ prefix, score: Math.log(prefix.inLast + prefix.inNone) + prefix.gain }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, settings.maxPrefixes)
  const [best] = scored
  if (!best) return []
  const total = best.prefix.inLast + best.prefix.inNone
  return scored.map(({ prefix }) => {
    return { ...prefix, inLast: prefix.inLast / total, inNone: prefix.inNone / total }
  })
}
