/**
 * Encodings of mathabx, fonts of signs for TeX. Their glyphs have the names of Cork's characters (T1; LaTeX font encodings guide),
 * which PDFium returns: the equals sign is an opening quote. The signs are those of `mathabx.dcl`.
 */

/** Signs in the order of Cork's codes, sixteen a line. Blank entries have no character in Unicode. */
type Signs = readonly string[]

/** Characters of Cork by code, which are the names of the glyphs. The code of a blank has no sign, because PDFium adds blanks of its own. */
const cork: Signs = [
  '`´ˆ˜¨˝˚ˇ˘¯˙¸˛‚‹›',
  '“”„«»–—\u0017‰ıȷﬀﬁﬂﬃﬄ',
  '\u0020!"#$%&’()*+,-./',
  '0123456789:;<=>?',
  '@ABCDEFGHIJKLMNO',
  'PQRSTUVWXYZ[\\]^_',
  '‘abcdefghijklmno',
  'pqrstuvwxyz{|}~\u00ad',
  'ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔ',
  'ŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§',
  'ăąćčďěęğĺľłńňŋőŕ',
  'řśšşťţűůÿźžżĳ¡¿£',
  'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ',
  'ÐÑÒÓÔÕÖŒØÙÚÛÜÝÞ\u00df',
  'àáâãäåæçèéêëìíîï',
  'ðñòóôõöœøùúûüýþß',
]

/** The font `matha`. */
const signs: Signs = [
  '+−×÷·∘∗ ±∓⋉⋊⋄∙⋆∗',
  '=≡∼≈≃≅≍∣≠≢≁≉≄≇≭∤',
  ' ≪≫#⊢⊣⊬ ⊨⫤⊭ ⊩ ⊮ ',
  '°′″‴⁗♭♮♯∞∝†‡  ⨿√',
  '∀∁∂ ∃∄Ⅎ⅁∅⌀⊤⊥  ⋏⋎',
  '∈∋∉∌∉∌  ∩∪⊎⊓⊔ ∧∨',
  '⊕⊖⊗⨸⊙⊚⊛   ⦶ ○⊘⦸ ',
  '()[]{}⟦⟧⟨⟩∖/|∥⦀¬',
  '⊂⊃⊄⊅⊆⊇⊈⊉⊊⊋⊊⊋⫅⫆⊈⊉',
  '⫋⫌⫋⫌⋐⋑  ⊲⊳⋪⋫⊴⊵⋬⋭',
  '<>≮≯≤≥≰≱≤≥≰≱⪇⪈≦≧',
  '≰≱≨≩≨≩⪕⪖  ≶≷⋚⋛⪋⪌',
  '≲≳≴≵⋦⋧⪅⪆  ⪉⪊⋖⋗⋘⋙',
  '←→↑↓↖↗↙↘↔↕↚↛↮−↦ ',
  '↼⇀↽⇁↿⇃↾⇂⇋⇌⥮⥯    ',
  '⇐⇒⇑⇓⇔⇕⇍⇏⇎=      ',
]

/** The font `mathb`. */
const otherSigns: Signs = [
  '∔∸   □∗ ⨢⨣ ⋇⬥■★★',
  '  ≐≓≒≔≕≏ ≎≗≖≜≙  ',
  ' ⌣⌢ ⋋⋌⋔⋈⊫  ⊯⊪   ',
  '      ∴∵\u030a\u0307\u0308\u20db\u20dc∠∡∢',
  '☉☿♀♁♂♃♄♅♆♇      ',
  '        ⊼⊻⩞ ⋒⋓⩎⩏',
  '⊞⊟⊠ ⊡       □⧄⧅ ',
  '⟮⟯⌈⌉⌊⌋  ⌜⌝⌞⌟    ',
  '⊏⊐  ⊑⊒⋢⋣⋤⋥⋤⋥    ',
  '        ▵▿◃▹▴▾◂▸',
  '≺≻⊀⊁≼≽⋠⋡⪯⪰  ⪱⪲  ',
  '      ⋞⋟        ',
  '≾≿  ⋨⋩⪷⪸  ⪹⪺  ⪻⪼',
  '⇇⇉⇈⇊⇆⇄  ⇶       ',
  '    ∕∖  ↰↱  ↫↬  ',
  '↶↷    ↺↻⇜⇝↭     ',
]

/** The font `mathx`: big brackets and operators, wide accents. */
const operators: Signs = [
  '((((⎛⎝⎜|))))⎞⎠⎟∥',
  '[[[[⎡⎣⎢⦀]]]]⎤⎦⎥ ',
  ' {{{⎧⎩⎨⎪}}}}⎫⎭⎬⎪',
  '⟦⟦⟦⟦    ⟧⟧⟧⟧    ',
  '⟨⟨⟨⟨⟩⟩⟩⟩\\\\\\\\////',
  '⌈⌈⌈⌈⌉⌉⌉⌉⌊⌊⌊⌊⌋⌋⌋⌋',
  '√√√√√⎷⏐⌜        ',
  '\u0302\u030c\u0303\u0304\u20d7\u0311⟮⟯\u0302\u0302\u0302\u0302\u030c\u030c\u030c\u030c',
  '\u0303\u0303\u0303\u0303\u0304\u0304\u0304\u0304\u20d7\u20d7\u20d7\u20d7\u0311\u0311\u0311\u0311',
  ' ⨉ ⋂⋃⨄⨅⨆ ⋀⋁⋏⋎↑↓↕',
  ' ⨉ ⋂⋃⨄⨅⨆ ⋀⋁⋏⋎⇑⇓⇕',
  '∑∏∐∫∬∭∮∯∑∏∐∫∬∭∮∯',
  '⨁⊖⨂⨸⨀           ',
  '⊞⊟⊠             ',
  '⨁⊖⨂⨸⨀           ',
  '⊞⊟⊠             ',
]

/** Returns an encoding: each sign at the code of the character that PDFium returns for its glyph. */
function byName(own: Signs): readonly string[] {
  const encoding: string[] = []
  for (const [row, names] of cork.entries()) {
    const line = [...(own[row] ?? '')]
    for (const [at, name] of [...names].entries())
      encoding[name.codePointAt(0) ?? 0] = line[at] ?? ' '
  }
  return encoding
}

export const mathabx = {
  signs: byName(signs),
  otherSigns: byName(otherSigns),
  operators: byName(operators),
} as const
