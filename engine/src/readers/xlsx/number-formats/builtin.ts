/**
 * Lists the built-in number formats by id. ECMA-376 Part 1, 18.8.30.
 *
 * Codes that depend on the language are those of English; dates among them are printed as ISO 8601 anyway.
 */

const accounting = '_(* #,##0_);_(* \\(#,##0\\);_(* "-"_);_(@_)'
const accountingCurrency = '_("$"* #,##0_);_("$"* \\(#,##0\\);_("$"* "-"_);_(@_)'
const accountingDecimals = '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)'
const accountingCurrencyDecimals = '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)'

const codes: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"$"#,##0_);\\("$"#,##0\\)',
  6: '"$"#,##0_);[Red]\\("$"#,##0\\)',
  7: '"$"#,##0.00_);\\("$"#,##0.00\\)',
  8: '"$"#,##0.00_);[Red]\\("$"#,##0.00\\)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'mm-dd-yy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yy h:mm',
  37: '#,##0_);\\(#,##0\\)',
  38: '#,##0_);[Red]\\(#,##0\\)',
  39: '#,##0.00_);\\(#,##0.00\\)',
  40: '#,##0.00_);[Red]\\(#,##0.00\\)',
  41: accounting,
  42: accountingCurrency,
  43: accountingDecimals,
  44: accountingCurrencyDecimals,
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
  // Thai: the numbers of 1–4 and 9–13, the dates and times of 14–22 and 45–47.
  59: '0',
  60: '0.00',
  61: '#,##0',
  62: '#,##0.00',
  67: '0%',
  68: '0.00%',
  69: '# ?/?',
  70: '# ??/??',
  71: 'd/m/yyyy',
  72: 'd-mmm-yy',
  73: 'd-mmm',
  74: 'mmm-yy',
  75: 'h:mm',
  76: 'h:mm:ss',
  77: 'd/m/yyyy h:mm',
  78: 'mm:ss',
  79: '[h]:mm:ss',
  80: 'mm:ss.0',
  81: 'd/m/yy',
}

/**
 * Chinese, Japanese and Korean dates. 34, 35, 55 and 56 are times of the day in Chinese and dates elsewhere: a serial
 * below 1 is a time of the day, and a date format prints such a serial as a time.
 */
const eastAsianDates: ReadonlySet<number> = new Set([
  27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
])
const eastAsianTimes: ReadonlySet<number> = new Set([32, 33])

/** An id without a built-in code is General. */
export function builtinFormat(id: number): string {
  if (eastAsianDates.has(id)) return 'yyyy-mm-dd'
  if (eastAsianTimes.has(id)) return 'h:mm:ss'
  return codes[id] ?? 'General'
}
