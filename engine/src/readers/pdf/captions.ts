/** Recognises captions of tables, figures and listings by their first words. */

export type CaptionKind = 'table' | 'figure' | 'listing'

/** The words before the number of a caption, in the languages that papers are written in. */
const labels: Readonly<Record<CaptionKind, string>> = {
  table:
    'tab(?:le|elle|leau|la|ela|ella|ell|el|ulka|lo|\\.)|taulukko|cuadro|quadro|exhibit|box|таблица|表',
  figure:
    'fig(?:ure|ura|ur|\\.)?s?|abb(?:ildung|\\.)|bild|illustration|gr[áa]fic[oa]|chart|graph|map|panel|photo|plate|diagram|scheme|video|movie|rys\\.|рис\\.|рисунок|[图圖図]',
  listing: 'algorithm|algoritmo|listing',
}
const series = '(?:supplementary |suppl\\. |extended data |online )?'
const number = '(?:[A-Z]{1,2}\\.?)?(?:\\d+|[IVX]+\\b)(?:[.\\-–]\\d+)*\\s?[a-z]?(?:[.:|)–—-]|\\s|$)'

/** `Table 2.1: …`; without a number only with a colon: `Table: the mills of the valley`. */
const patterns = Object.entries(labels).map(([kind, words]) => ({
  // Sound: the keys of `labels` are the kinds.
  kind: kind as CaptionKind,
  pattern: new RegExp(`^${series}(?:${words})(?:\\s*\\.?\\s*${number}|\\s*:\\s)`, 'i'),
}))

/** Rejects texts that label nothing, as most lines, with one match instead of one for each kind. */
const anyPattern = new RegExp(patterns.map(({ pattern }) => pattern.source).join('|'), 'i')

/** Matches a sentence about a figure, which begins like its caption: `Figure 3 shows`. */
const mention =
  /^[^\s:]+\s+\S+\s+(?:shows?|gives?|lists?|presents?|summari[sz]es|illustrates|describes|provides|displays|depicts|contains|compares|reports|indicates|demonstrates|is|are|was|and|in|of|below|above)\b/i

/** Returns the kind of object that a text labels, even if the text is a sentence about it. */
export function labelledKind(text: string): CaptionKind | undefined {
  return anyPattern.test(text)
    ? patterns.find(({ pattern }) => pattern.test(text))?.kind
    : undefined
}

/** Returns the kind of a caption, or `undefined` for other texts. */
export function captionKind(text: string): CaptionKind | undefined {
  return mention.test(text) ? undefined : labelledKind(text)
}
