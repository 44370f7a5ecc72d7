/** Converts lengths and percentages of DrawingML to points and plain numbers. */

/** 914,400 EMU to the inch, 72 points to the inch. */
const EMU_PER_POINT = 12_700

/** ECMA-376 Part 1, 22.9.2.15: the units of a universal measure, in points. */
const unitPoints: Readonly<Record<string, number>> = {
  mm: 72 / 25.4,
  cm: 72 / 2.54,
  in: 72,
  pt: 1,
  pc: 12,
  pi: 12,
}

/**
 * Reads a coordinate: EMU, or a number with a unit (ECMA-376 Part 1, 20.1.10.16).
 *
 * @returns Points; `undefined` if the value is missing or not a number.
 */
export function readLength(value: string | undefined): number | undefined {
  const [, digits, unit] =
    /^([-+]?\d+(?:\.\d*)?)\s*(mm|cm|in|pt|pc|pi)?$/.exec(value?.trim() ?? '') ?? []
  if (digits === undefined) return undefined
  return Number(digits) * (unit === undefined ? 1 / EMU_PER_POINT : (unitPoints[unit] ?? 1))
}

/**
 * Reads an integer.
 *
 * @returns `undefined` if it is missing or invalid.
 */
export function readInteger(value: string | undefined): number | undefined {
  return value !== undefined && /^[-+]?\d{1,15}$/.test(value.trim()) ? Number(value) : undefined
}

/**
 * Reads an `xsd:boolean`.
 *
 * @returns `undefined` if it is missing.
 */
export function readBoolean(value: string | undefined): boolean | undefined {
  return value === undefined ? undefined : value === '1' || value === 'true'
}
