/** What to do about a part that turns out damaged while it is read: keep what came before, and say so. */
import { ConversionError, type Warnings } from '../../errors.ts'
import { LimitError } from '../../limits.ts'

/**
 * Runs the reading of a part.
 *
 * @returns Whether it was read to its end.
 * @throws {ConversionError} of a passed limit; and whatever is no `ConversionError`.
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
      `The part ${part} is damaged; what follows the damage was left out.`,
    )
    return false
  }
}
