/**
 * Patterns of font names; after `^` those of Computer Modern (`cm`), its PostScript fonts (`sf`), the TX fonts (`t1x`, `tcx`)
 * and URW's base fonts.
 */
export const fontNames = {
  bold: /bold|black|heavy|semibold|demi|\.B(?:I|\+|$)|[-,_](?:bd|b|bi|md)$|-medi(?:ital)?$|^(?:cmb[x\d]|cmss(?:bx|dc)|sf(?:b[xil]|rb|s[xo]|xc)|ptmb|phvb|lmbx|lmssbx)|-bx/i,
  /** Cuts that are not bold, however wide the stems that the file gives: those of italics are guessed from slanted letters. */
  regular: /regular|roman|book|light|thin|[-,_](?:italic|oblique|it)(?:mt)?$/i,
  italic:
    /ital|obli|slanted|\.B?I(?:\+|$)|[-,_](?:it|i|bi)$|^(?:cm(?:ti|sl|ssi|bxti|bxsl|itt)|sf(?:ti|s[liot]|b[il]|it)|ptmri|phvro)/i,
  mono: /mono|courier|consol|menlo|typewriter|^(?:cm(?:tt|itt|sltt)|sf(?:t[tc]|st|it|vt)|lmtt|ec?tt|t[1c]xb?tt)|inconsolata|sourcecode|fira ?code|^hack\b|monaco|cascadia|iosevka|nimbusmon|letter ?gothic/i,
  math: /^(?:cmmi|cmsy|cmex|cmmib|msam|msbm|eufm|rsfs|lmmath|stix.*math|mtmi|mtsy|mtex|symbol)|math/i,
  /**
   * Numbers that programs give to fonts: `F1`, `TT496t00`, `CIDFont+F2`, `T3_0`; and the names of a character set and a code page in
   * IBM's AFP, `C0H200B0-T1V10500`, as in statements of banks.
   */
  number:
    /^(?:CIDFont\+)?(?:[A-Z]|TT|C\d)_?[\dA-F]+(?:t\d+)?(?:_\d+)?$|^C[A-Z\d]{3,7}-T1[A-Z\d]{2,6}$/,
} as const
