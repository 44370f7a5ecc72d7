/** Keeps the content before the damage when a part turns out damaged during reading, and adds a warning. */
import { ConversionError, type Warnings } from '../../errors.ts'
import { LimitError } from '../../limits.ts'

/**
 * Runs the reading of a part.
 *
 * @returns True if the part was read to its end.
 * @throws {ConversionError} if a limit is exceeded; rethrows all errors that are not a `ConversionError`.
 */
export async function readDamaged(
  part: string,
  warnings: Warnings,
  read: () => Promise<void>,
): Promise<boolean> {
  try {
    await read()
    return true
  } catch (error) {
    if (!(error instanceof ConversionError) || error instanceof LimitError) throw error
    warnings.add(
      'damaged_part',
      `The part ${part} is damaged; its content after the damage was left out.`,
    )
    return false
  }
}
