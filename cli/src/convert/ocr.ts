/** Reads the environment settings for OCR, which the command shares with the service. */
import { findTesseract, type PoolConfig } from '@recto/converter'
import { UsageError } from '../usage.ts'

/** Reads `RECTO_OCR`. */
export function isOcrOff(env: NodeJS.ProcessEnv): boolean {
  const value = env['RECTO_OCR'] || 'on'
  if (value === 'on' || value === 'off') return value === 'off'
  throw wrong('RECTO_OCR must be one of on, off.')
}

/**
 * Reads `RECTO_TESSERACT`.
 *
 * @returns The path of the system's Tesseract, if it is to be used.
 */
export async function chooseTesseract(
  env: NodeJS.ProcessEnv,
  folder: string,
): Promise<PoolConfig['tesseract']> {
  const setting = env['RECTO_TESSERACT'] || 'auto'
  if (setting === 'off') return undefined
  const found = await findTesseract(setting, folder)
  if (found !== undefined || setting === 'auto') return found
  throw wrong(`RECTO_TESSERACT ${setting} is not the command of Tesseract 4 or later.`)
}

function wrong(message: string): UsageError {
  return new UsageError(message, 'docs/configuration.md lists all settings.')
}
