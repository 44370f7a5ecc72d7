import fc from 'fast-check'
import { format } from 'numfmt'
import { describe, expect, test } from 'vitest'
import { cpuNow } from '../../../testing/time.ts'
import { builtinFormat, createNumberFormat, type DateSystem, readIsoDate } from './index.ts'

function write(code: string, value: number | string, system: DateSystem = 1900): string {
  const created = createNumberFormat(code, system)
  if (!created) return 'not a code'
  return typeof value === 'string' ? created.writeText(value) : created.writeNumber(value)
}

/** Expected texts follow ECMA-376 Part 1, 18.8.30 and 18.8.31; spaces for alignment are left out. */
describe('numbers', () => {
  test.each<readonly [code: string, value: number, text: string]>([
    // General: 11 characters, then an exponent with five decimals.
    ['General', 0, '0'],
    ['General', -0, '0'],
    ['General', 42, '42'],
    ['General', -7, '-7'],
    ['general', 3.25, '3.25'],
    ['', 0.5, '0.5'],
    ['General', 0.1 + 0.2, '0.3'],
    ['General', 1 / 3, '0.333333333'],
    ['General', -2 / 3, '-0.666666667'],
    ['General', 12345.678901234, '12345.6789'],
    ['General', 1234567.891234, '1234567.891'],
    ['General', 99999999999, '99999999999'],
    ['General', 100000000000, '1E+11'],
    ['General', 123456789012, '1.23457E+11'],
    ['General', -123456789012, '-1.23457E+11'],
    ['General', 1234567890.123, '1234567890'],
    ['General', 9.9999999999, '10'],
    ['General', 0.0001, '0.0001'],
    ['General', 0.000123456789, '0.000123457'],
    ['General', 0.00001, '0.00001'],
    ['General', 0.0000123456789, '1.23457E-05'],
    ['General', 1e-10, '1E-10'],
    ['General', 1e100, '1E+100'],
    ['General;-General', -3.2, '-3.2'],
    ['[Red]General', -3.2, '-3.2'],
    ['"about "General', 12, 'about 12'],
    ['G/通用格式', 1.5, '1.5'],
    // Digits: 0 always prints, # where it is needed, ? leaves a space.
    ['0', 1234.5, '1235'],
    ['0', 0.5, '1'],
    ['0', -0.5, '-1'],
    ['0', -0.4, '0'],
    ['00000', 42, '00042'],
    ['0.00', 1.005, '1.01'],
    ['0.00', -1.005, '-1.01'],
    ['0.00', 44.275, '44.28'],
    ['0.00', -0.001, '0.00'],
    ['0.0', 0.25, '0.3'],
    ['0.000', 2 / 3, '0.667'],
    ['0.00', 1e20, '100000000000000000000.00'],
    ['0', 123456789012345680, '123456789012346000'],
    ['#', 0, ''],
    ['#.##', 0.5, '.5'],
    ['0.###', 5, '5.'],
    ['0.0#', 1.25, '1.25'],
    ['0.0#', 1.5, '1.5'],
    ['?0.0??', 1.5, '1.5'],
    ['#,##0', 999, '999'],
    ['#,##0', 1000, '1,000'],
    ['#,##0', -1234567.5, '-1,234,568'],
    ['#,##0.00', 1234567.891, '1,234,567.89'],
    ['0,000', 12, '0,012'],
    ['#,##0,', 1234567, '1,235'],
    ['0.0,,"M"', 1234567, '1.2M'],
    ['000-00-0000', 123456789, '123-45-6789'],
    ['\\1\\.0#', 7, '1.07'],
    // Percentages, a literal percent sign, exponents.
    ['0%', 0.285, '29%'],
    ['0.0%', 0.1785, '17.9%'],
    ['0.00%', -0.01234, '-1.23%'],
    ['0 %', 0.5, '50 %'],
    ['0.00E+00', 12345.678, '1.23E+04'],
    ['0.00E+00', 0.00012, '1.20E-04'],
    ['0E-0', 12345, '1E4'],
    ['##0.0E+0', 12345.678, '12.3E+3'],
    // Fractions.
    ['# ?/?', 2.5, '2 1/2'],
    ['# ?/?', 0.333, '1/3'],
    ['# ??/??', 5.25, '5 1/4'],
    ['# ??/??', 3, '3'],
    ['?/?', 5.25, '21/4'],
    ['# ?/8', 0.55, '4/8'],
    ['# ??/100', 36.305, '36 30/100'],
    ['# ?/?', -1.5, '-1 1/2'],
    // Sections: positive, negative, zero; the section for negatives brings its own sign.
    ['0.00;(0.00)', -5, '(5.00)'],
    ['0.00_);(0.00)', 5, '5.00'],
    ['0;-0;"zero"', 0, 'zero'],
    ['0;-0;;@', 0, ''],
    ['0;;', -1, ''],
    [';;;', 5, ''],
    ['[Red]0;[Blue]-0', -3, '-3'],
    ['[Color10]0.0', 2, '2.0'],
    // Conditions.
    ['[<1]0.00;[>=1]0', 0.5, '0.50'],
    ['[<1]0.00;[>=1]0', 5, '5'],
    ['[=1]"yes";[=0]"no";0', 1, 'yes'],
    ['[=1]"yes";[=0]"no";0', 0, 'no'],
    ['[=1]"yes";[=0]"no";0', 2, '2'],
    ['[>999999]0.0,,"M";[>999]0.0,"K";0', 1234567, '1.2M'],
    ['[>999999]0.0,,"M";[>999]0.0,"K";0', 1234, '1.2K'],
    ['[>999999]0.0,,"M";[>999]0.0,"K";0', 12, '12'],
    ['[<=9999999]###-####;(###) ###-####', 5551234, '555-1234'],
    ['[<=9999999]###-####;(###) ###-####', 8005551234, '(800) 555-1234'],
    // Currency; its language does not change separators.
    ['$#,##0.00', -1234.5, '-$1,234.50'],
    ['"$"#,##0_);[Red]\\("$"#,##0\\)', -1234, '($1,234)'],
    ['[$€-407] #,##0.00', 1234.5, '€ 1,234.50'],
    ['#,##0.00\\ [$€-407]', -1.2, '-1.20 €'],
    ['[$£-809]#,##0.00;[Red]-[$£-809]#,##0.00', -7, '-£7.00'],
    ['[$USD] 0.00', 3, 'USD 3.00'],
    ['[$$-en-US]0.00', 3, '$3.00'],
    ['[JPN]0.00', 3, '3.00'],
    ['"[a]"0', 3, '[a]3'],
    ['[>=100000]##\\,##\\,##0;##,##0', 1234567, '12,34,567'],
    ['[$-409]0.0', 3, '3.0'],
    ['[$-1010409]#,##0', 5000, '5,000'],
    ['_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)', 1234.5, '1,234.50'],
    ['_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)', -1234.5, '(1,234.50)'],
    ['_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)', 0, '-'],
    ['_("$"* #,##0_);_("$"* \\(#,##0\\);_("$"* "-"_);_(@_)', 12, '$12'],
    ['0.00"°"', 25.396, '25.40°'],
    ['0 "x" 0', 12, '1 x 2'],
    // A number in a text cell prints in full.
    ['@', 123456789012, '123456789012'],
    ['@', 0.1 + 0.2, '0.3'],
    // A section for text does not apply to numbers.
    ['@" kg"', 12, '12'],
    // Elapsed time is a duration, not a time of the day.
    ['[h]:mm:ss', 1.5, '36:00:00'],
    ['[hh]:mm', 0.25, '06:00'],
    ['[mm]:ss', 0.1, '144:00'],
    ['[ss]', 0.001, '86'],
    ['[=0]?;[<4.1][hh]:mm:ss;[hh]:mm', 0.5, '12:00:00'],
  ])('%s of %d is %s', (code, value, text) => {
    expect(write(code, value)).toBe(text)
  })
})

/** 45352 is 1 March 2024; .573… a quarter to two in the afternoon. */
const MARCH = 45_352
const QUARTER_TO_TWO = (13 * 60 + 45) / 1440

describe('dates', () => {
  test.each<readonly [code: string, value: number, text: string]>([
    ['yyyy-mm-dd', MARCH, '2024-03-01'],
    ['m/d/yy', MARCH + 0.99, '2024-03-01'],
    ['[$-409]mmmm d, yyyy;@', MARCH, '2024-03-01'],
    ['[$-F800]dddd, mmmm dd, yyyy', MARCH, '2024-03-01'],
    ['[$-411]ggge"年"m"月"d"日"', MARCH, '2024-03-01'],
    ['[$-41E]d mmm bbbb', MARCH, '2024-03-01'],
    ['dddd', MARCH, '2024-03-01'],
    ['mmm-yy', MARCH, '2024-03-01'],
    ['m/d/yy h:mm', MARCH + QUARTER_TO_TWO, '2024-03-01T13:45:00'],
    ['m/d/yy h:mm', MARCH, '2024-03-01T00:00:00'],
    ['yyyy-mm-dd hh:mm:ss.000', MARCH + 0.5 + 0.25 / 86_400, '2024-03-01T12:00:00.250'],
    ['yyyy-mm-dd hh:mm:ss.000', MARCH + 0.5, '2024-03-01T12:00:00'],
    ['h:mm AM/PM', QUARTER_TO_TWO, '13:45:00'],
    ['[$-F400]h:mm:ss AM/PM', MARCH + QUARTER_TO_TWO, '13:45:00'],
    ['mm:ss', 125 / 86_400, '00:02:05'],
    ['mm:ss.0', 125.5 / 86_400, '00:02:05.500'],
    ['h"时"mm"分";@', 0.5, '12:00:00'],
    // Seconds are rounded if they are shown, minutes truncated; rounding up to midnight gives the next day.
    ['h:mm:ss', 59.6 / 86_400, '00:01:00'],
    ['h:mm', 59.6 / 86_400, '00:00:59'],
    ['yyyy-mm-dd h:mm:ss', MARCH + 0.999_999, '2024-03-02T00:00:00'],
    ['yyyy-mm-dd', MARCH + 0.999_999_999_99, '2024-03-02'],
    // The 1900 system has no day 0, and a nonexistent 29 February 1900.
    ['yyyy-mm-dd', 0, '00:00:00'],
    ['yyyy-mm-dd h:mm', 0.5, '12:00:00'],
    ['yyyy-mm-dd', 1, '1900-01-01'],
    ['yyyy-mm-dd', 59, '1900-02-28'],
    ['yyyy-mm-dd', 60, '1900-02-28'],
    ['yyyy-mm-dd', 61, '1900-03-01'],
    ['yyyy-mm-dd', 2_958_465, '9999-12-31'],
    // Excel shows #### for an invalid date; we print the number, which says more.
    ['yyyy-mm-dd', 2_958_466, '2958466'],
    ['yyyy-mm-dd', -1, '-1'],
    ['yyyy-mm-dd', 1e300, '1E+300'],
    // Codes that programs other than Excel write.
    ['yyyy-MM-ddTHH:mm:ss.fff', MARCH + 0.5, '2024-03-01T12:00:00'],
    ['dd/MM/yyyy HH:mm tt', MARCH + 0.5, '2024-03-01T12:00:00'],
    ['dd MMM yyyy NN', MARCH, '2024-03-01'],
    ['[~buddhist]DD/MM/YYYY', MARCH, '2024-03-01'],
    ['[NatNum1][$-411]yyyy"年"m"月"d"日"', MARCH, '2024-03-01'],
    ['[$-en-US]mmm d, yyyy', MARCH, '2024-03-01'],
    // Days beside a time form a duration, like hours in brackets.
    ['d "days" h "hours"', 1.5, '1 days 12 hours'],
    // Sections and conditions with dates.
    ['yyyy-mm-dd;"before"', MARCH, '2024-03-01'],
    ['yyyy-mm-dd;"before"', -5, 'before'],
    ['[<1]h:mm;yyyy-mm-dd', 0.5, '12:00:00'],
    ['[<1]h:mm;yyyy-mm-dd', MARCH, '2024-03-01'],
  ])('%s of %d is %s', (code, value, text) => {
    expect(write(code, value)).toBe(text)
  })

  test.each<readonly [value: number, text: string]>([
    [0, '1904-01-01'],
    [1, '1904-01-02'],
    [MARCH - 1462, '2024-03-01'],
    [0.5, '1904-01-01'],
  ])('in the 1904 system %d is %s', (value, text) => {
    expect(write('yyyy-mm-dd', value, 1904)).toBe(text)
  })

  test.each<readonly [text: string, serial: number | undefined]>([
    ['2024-03-01', MARCH],
    ['2024-03-01T12:00:00', MARCH + 0.5],
    ['2024-03-01T12:00:00.000Z', MARCH + 0.5],
    ['12:00', 0.5],
    ['T06:00:00', 0.25],
    ['1900-02-28', 59],
    ['1900-03-01', 61],
    ['tomorrow', undefined],
    ['', undefined],
  ])('%s spelled out is day %d', (text, serial) => {
    expect(readIsoDate(text, 1900)).toBe(serial)
  })

  test('every date survives writing and reading', () => {
    const days = fc.integer({ min: 1, max: 2_958_465 }).filter((day) => day !== 60)
    fc.assert(
      fc.property(days, fc.constantFrom<DateSystem>(1900, 1904), (day, system) => {
        const text = write('yyyy-mm-dd', system === 1904 ? Math.min(day, 2_957_003) : day, system)
        expect(write('yyyy-mm-dd', readIsoDate(text, system) ?? -1, system)).toBe(text)
      }),
    )
  })
})

describe('text', () => {
  test.each<readonly [code: string, value: string, text: string]>([
    ['General', ' as it is ', ' as it is '],
    ['0.00', 'n/a', 'n/a'],
    ['@', 'a', 'a'],
    ['_(@_)', 'a', 'a'],
    ['0;-0;0;"Mr. "@', 'Smith', 'Mr. Smith'],
    ['@" (est.)"', 'about two', 'about two (est.)'],
    ['0;-0;0;', 'hidden', ''],
    [';;;', 'hidden', ''],
    ['yyyy-mm-dd;@', 'unknown', 'unknown'],
  ])('%s of "%s" is "%s"', (code, value, text) => {
    expect(write(code, value)).toBe(text)
  })
})

test.each([
  { name: 'a word that is not a code', code: 'Standard' },
  { name: 'an open quote', code: '0"abc' },
  { name: 'five sections', code: '0;0;0;@;0' },
  { name: 'a code longer than Excel accepts', code: '0'.repeat(256) },
])('rejects the code $name', ({ code }) => {
  expect(createNumberFormat(code, 1900)).toBeUndefined()
})

test.each<readonly [id: number, value: number, text: string]>([
  [0, 1.5, '1.5'],
  [1, 1.5, '2'],
  [4, 1234.5, '1,234.50'],
  [7, -2, '($2.00)'],
  [9, 0.5, '50%'],
  [11, 1500, '1.50E+03'],
  [12, 1.5, '1 1/2'],
  [14, MARCH, '2024-03-01'],
  [20, 0.5, '12:00:00'],
  [22, MARCH + 0.5, '2024-03-01T12:00:00'],
  [31, MARCH, '2024-03-01'],
  [32, 0.5, '12:00:00'],
  [34, 0.5, '12:00:00'],
  [37, -1234, '(1,234)'],
  [44, 0, '$-'],
  [46, 1.5, '36:00:00'],
  [48, 12345, '12.3E+3'],
  [49, 5, '5'],
  [57, MARCH, '2024-03-01'],
  [62, 1234.5, '1,234.50'],
  [163, 5, '5'],
])('the built-in format %d formats %d as %s', (id, value, text) => {
  expect(write(builtinFormat(id), value)).toBe(text)
})

describe('fast paths', () => {
  const codes = [
    'General',
    '0',
    '00',
    '0.0',
    '0.00',
    '0.000000',
    '#,##0',
    '#,##0.00',
    '0%',
    '0.0%',
    '"$"#,##0.00_);[Red]\\("$"#,##0.00\\)',
    '0.00;-0.00;"zero"',
    '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)',
  ]
  const numbers = fc.oneof(
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    // Ties, and the errors of binary fractions beside them.
    fc
      .tuple(fc.integer({ min: -1e7, max: 1e7 }), fc.nat(6))
      .map(([n, decimals]) => n / 10 ** decimals),
    fc.tuple(fc.integer({ min: -1e6, max: 1e6 }), fc.nat(5)).map(([n, k]) => (n + 0.5) / 10 ** k),
  )

  test('print the same as the library', () => {
    fc.assert(
      fc.property(fc.constantFrom(...codes), numbers, (code, value) => {
        const slow = format(code, value, { locale: 'en' }).replace(/ +/g, ' ').trim()
        expect(write(code, value)).toBe(slow)
      }),
      { numRuns: 5000 },
    )
  })
})

describe('random codes', () => {
  const fragments = fc.constantFrom(
    ...[
      '0',
      '#',
      '?',
      '.',
      ',',
      '%',
      'E+',
      'e-',
      '/',
      ';',
      '@',
      ' ',
      '-',
      '(',
      ')',
      '*',
      '_',
      '\\',
    ],
    ...[
      '"',
      '"x"',
      '[Red]',
      '[<5]',
      '[>=1]',
      '[h]',
      '[mm]',
      '[$€-407]',
      '[$-409]',
      '[DBNum1]',
      '[x]',
    ],
    ...['y', 'yyyy', 'm', 'mmm', 'd', 'dd', 'h', 'hh', 's', 'ss', 'AM/PM', 'g', 'e', 'b', 'aaa'],
    ...['General', 'N', '[', ']', '$', '€', '1', 'é', '年'],
  )
  const codes = fc.array(fragments, { maxLength: 12 }).map((parts) => parts.join(''))
  const values = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.string(),
  )

  test('are refused or print any value quickly', () => {
    const start = cpuNow()
    fc.assert(
      fc.property(codes, values, (code, value) => {
        expect(typeof write(code, value)).toBe('string')
      }),
      { numRuns: 5000 },
    )
    expect(cpuNow() - start).toBeLessThan(4000)
  })

  test.each([
    '0'.repeat(255),
    '['.repeat(255),
    '"'.repeat(255),
    '\\'.repeat(254),
    '[$'.repeat(127),
    '[<'.repeat(127),
    'yyyy'.repeat(63),
    '_'.repeat(255),
    '0,'.repeat(127),
    ' '.repeat(255),
  ])('of repeated %s take linear time', (code) => {
    const start = cpuNow()
    write(code, 1234.5)
    write(code, 'text')
    expect(cpuNow() - start).toBeLessThan(100)
  })
})
