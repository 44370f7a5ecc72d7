/** Identifies the language of words by the small words that every sentence contains. */
import { type Language, languages } from './recognizer.ts'
import { ocrSettings } from './settings.ts'

/**
 * The most frequent words of each language that are absent or rare in the others: articles, pronouns, conjunctions,
 * prepositions, forms of to be and to have. They lack accents, because recognisers with data of another language miss
 * them.
 */
const commonWords: Readonly<Record<Language, string>> = {
  eng: 'the of and to in is that for it with as was on be by are this from or have an they which not but his her at you we has were been their will would',
  fra: 'le les des et est dans pour que qui sur par avec une du au pas plus ne se ce sont cette aux mais nous vous leur ont ses elle il etre ete comme ou sans',
  deu: 'der die das und ist nicht von mit den dem des ein eine zu im auf fur sich auch als an es bei nach wird werden sind oder einer einem wie aus durch haben wurde uber',
  spa: 'el los las del que en y una por con para se es su al lo como mas pero sus este esta son entre cuando muy sin sobre tambien hasta hay donde han fue ser desde',
  por: 'os das dos que em uma com nao para por mais como mas ao pelo pela sua seu ser foi tem sao entre quando muito sem tambem ate isso ela ele nos esta pelos voce foram',
  ita: 'il di che la per una del della con non sono gli dei delle nel alla come piu anche si da ha le dal nella essere questo questa ma ed ai sul tra stato hanno dalla',
  nld: 'de het een van en in is dat op te voor met zijn niet aan er om ook als door worden bij naar uit deze over heeft hun maar wordt nog dan die tot kan wat geen zich',
}

const languagesOf = new Map<string, Language[]>()
for (const [language, words] of Object.entries(commonWords)) {
  for (const word of words.split(' ')) {
    // Sound: the keys of the table are languages.
    languagesOf.set(word, [...(languagesOf.get(word) ?? []), language as Language])
  }
}

/** @returns One of the possible languages; `undefined` if the words show none of them. */
export function identifyLanguage(
  texts: readonly string[],
  possible: readonly Language[] = languages,
): Language | undefined {
  const counts = new Map<Language, number>()
  for (const text of texts) {
    const all = languagesOf.get(bareLetters(text)) ?? []
    const owners = all.filter((owner) => possible.includes(owner))
    // A word of several languages counts partly for each of them.
    for (const owner of owners) counts.set(owner, (counts.get(owner) ?? 0) + 1 / owners.length)
  }
  const [best, next] = [...counts].sort(([, a], [, b]) => b - a)
  if (!best || best[1] < ocrSettings.minEvidence) return undefined
  return best[1] >= ocrSettings.minLanguageRatio * (next?.[1] ?? 0) ? best[0] : undefined
}

/** Returns lower-case letters without accents, because a recogniser with data of another language misses accents. */
export function bareLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
}
