/** Guesses the older encoding of bytes that are not UTF-8 and declare nothing. */
import { TextDecoder } from 'node:util'

/** The size of the detector's sample; a larger one does not change its result. */
const SAMPLE_BYTES = 65_536
/**
 * Guesses within this share of the best confidence are tied; the plausibility of their text decides. Measured on
 * program messages in 27 languages, 60 and 200 characters each: at half or twice the share no language changes by .02.
 */
const TIE = 0.03

/** Encodings ordered by frequency on the web and in old files; unlisted ones come last. */
const common: readonly string[] = [
  'windows-1252',
  'windows-1251',
  'shift_jis',
  'gb18030',
  'euc-kr',
  'windows-1250',
  'windows-1254',
  'windows-1256',
  'windows-1253',
  'windows-1255',
  'windows-874',
  'windows-1257',
  'windows-1258',
  'big5',
  'euc-jp',
  'koi8-r',
  'koi8-u',
  'iso-8859-2',
  'iso-8859-15',
  'ibm866',
]

/** The detector's names that are not WHATWG labels. */
const labels: Readonly<Record<string, string>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-9': 'windows-1254',
  'iso-8859-11': 'windows-874',
  'tis-620': 'windows-874',
  cp874: 'windows-874',
  cp1258: 'windows-1258',
  cp949: 'euc-kr',
  cp866: 'ibm866',
  cp932: 'shift_jis',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
}

/**
 * Guesses an encoding by the statistics of its letters.
 *
 * Loads the detector on demand: it takes 14 MB, and most texts are UTF-8.
 * @param isValid Returns true if the bytes can be text in an encoding; others are skipped.
 * @returns A label of the Encoding standard; `windows-1252` if no encoding is likely.
 */
export async function guessEncoding(
  bytes: Uint8Array,
  isValid: (label: string) => boolean,
): Promise<string> {
  const sample = Buffer.from(bytes.subarray(0, SAMPLE_BYTES))
  const kana = kanaLeads.find(({ label, leads }) => isKana(sample, leads) && isValid(label))
  if (kana) return kana.label
  const { default: detector } = await import('jschardet')
  const guesses = detector
    .detectAll(sample)
    .map(({ encoding, confidence }) => ({ label: labelOf(encoding ?? ''), confidence }))
    .filter(({ label }) => isLegacy(label) && isValid(label))
  const best = Math.max(0, ...guesses.map(({ confidence }) => confidence))
  const ties = guesses
    .filter(({ confidence }) => confidence >= best * (1 - TIE))
    .map(({ label }) => ({ label, odd: countOdd(new TextDecoder(label).decode(sample)) }))
  const [first] = ties.sort((a, b) => a.odd - b.odd || rankOf(a.label) - rankOf(b.label))
  return first?.label ?? 'windows-1252'
}

/** Lead bytes of hiragana and katakana: every second byte of Japanese text, and rare in other scripts. */
const kanaLeads = [
  { label: 'shift_jis', leads: [0x82, 0x83] },
  { label: 'euc-jp', leads: [0xa4, 0xa5] },
] as const
/** The least number of kana: two letters of Western text can look like one. */
const MIN_KANA = 4

/** Returns true if at least half of the characters beyond ASCII are kana, read as pairs of bytes. */
function isKana(sample: Uint8Array, [hiragana, katakana]: readonly [number, number]): boolean {
  let [kana, pairs] = [0, 0]
  for (let at = 0; at < sample.length; at++) {
    const byte = sample[at] ?? 0
    if (byte < 0x80) continue
    pairs += 1
    // The second byte may be below 0x80, as in Shift_JIS.
    at += 1
    if ((byte === hiragana || byte === katakana) && (sample[at] ?? 0) >= 0x40) kana += 1
  }
  return kana >= MIN_KANA && kana * 2 >= pairs
}

/** Signs of a wrong encoding: a capital within a word, a capital of few languages, or a sign that is rare in texts. */
const odd =
  /\p{Ll}(?![A-Z])\p{Lu}|[ЂЃЉЊЌЋЏ]|[^\p{L}\p{M}\p{N}\p{Z}\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\s!-~…·§°€£©®™¿¡№、。・]/gu

function countOdd(text: string): number {
  return text.match(odd)?.length ?? 0
}

function labelOf(name: string): string {
  const label = name.toLowerCase().replace(/^iso8859/, 'iso-8859')
  return labels[label] ?? label
}

/** Excludes UTF-8, UTF-16 and UTF-32, which were tried before. */
function isLegacy(label: string): boolean {
  if (label.startsWith('utf')) return false
  try {
    new TextDecoder(label)
    return true
  } catch {
    return false
  }
}

function rankOf(label: string): number {
  const rank = common.indexOf(label)
  return rank < 0 ? common.length : rank
}
