/**
 * Lists the signs that documents print before the items of lists. Each list is the inside of a character class of a
 * regular expression with the flag `u`.
 */

/** Signs that are hardly ever those of notes, formulas or forms. */
export const sureBullets = '•◦▪●‣⁃❖➢➤➔・･'

/** Signs that are bullets also without a blank before the text; with two codes of Wingdings that have no map. */
export const tightBullets = `${sureBullets}▫■□○◆◇►▶✓❑❒·∙⮚\\uf0b7\\uf0a7`

/**
 * Signs that may be bullets: also arrows, stars and operators, the block Geometric Shapes, and Dingbats without its
 * quotation marks, brackets and numbers.
 */
export const looseBullets = `${tightBullets}∗⋅∘‧»→⇒♦★☐☑☒⊠⊡⚫\\u25a0-\\u25ff\\u2701-\\u275a\\u2761-\\u2767\\u2794-\\u27bf`

/** Dashes and asterisks, which are bullets only if there are several. */
export const dashBullets = '‐‑‒–—―−*\\-'

/** All of these signs, for texts that are nothing else. */
export const allBullets = `${looseBullets}${dashBullets}`
