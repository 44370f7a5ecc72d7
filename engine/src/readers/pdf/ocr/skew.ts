/** Measures the skew of a scanned page by the contrast between its lines at different rotations. */
import { darkThreshold, type GrayImage, shrink } from './gray-image.ts'
import { mostSide } from './pixel-code/index.ts'
import { ocrLimits, ocrSettings } from './settings.ts'

const settings = ocrSettings.skew

/**
 * Finds the skew by projection profiles (Postl 1986): the small angle that maximises the differences between the sums of dark
 * pixels of adjacent lines.
 *
 * @returns Degrees clockwise to rotate the picture by; 0 if it is straight, too long to be rotated, or without evidence.
 */
export function findSkew(image: GrayImage): number {
  if (Math.max(image.width, image.height) > mostSide) return 0
  const small = shrink(image, Math.max(1, Math.round(image.width / settings.reducedWidth)))
  const points = darkPoints(small)
  const sharpness = (degrees: number): number => profileSharpness(points, small, degrees)
  const straight = sharpness(0)
  let best = bestAngle(sharpness, 0, settings.maxDegrees, settings.coarseDegrees)
  best = bestAngle(sharpness, best, settings.coarseDegrees, settings.fineDegrees)
  if (Math.abs(best) < settings.minDegrees || sharpness(best) < settings.minGain * straight)
    return 0
  return best
}

function bestAngle(
  sharpness: (degrees: number) => number,
  middle: number,
  reach: number,
  step: number,
): number {
  let best = middle
  let most = sharpness(middle)
  for (let away = step; away <= reach + step / 2; away += step) {
    for (const degrees of [middle - away, middle + away]) {
      const value = sharpness(degrees)
      if (value > most) [best, most] = [degrees, value]
    }
  }
  return best
}

interface Points {
  readonly xs: Int16Array
  readonly ys: Int16Array
}

/**
 * Returns dark pixels with a light one below: the lower ends of letters, which lie on baselines. Dark areas count only
 * by their edge.
 */
function darkPoints(image: GrayImage): Points {
  const { width, height, pixels } = image
  const limit = darkThreshold(image)
  const xs: number[] = []
  const ys: number[] = []
  for (let y = 0; y + 1 < height && xs.length < ocrLimits.maxSkewPoints; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      if ((pixels[at] as number) > limit || (pixels[at + width] as number) <= limit) continue
      xs.push(x)
      ys.push(y)
    }
  }
  return { xs: Int16Array.from(xs), ys: Int16Array.from(ys) }
}

function profileSharpness(
  { xs, ys }: Points,
  { width, height }: GrayImage,
  degreesClockwise: number,
): number {
  const slope = Math.tan((degreesClockwise * Math.PI) / 180)
  const margin = Math.ceil(Math.abs(slope) * width)
  const profile = new Int32Array(height + 2 * margin + 2)
  for (let index = 0; index < xs.length; index++) {
    const row = Math.round((ys[index] as number) + slope * (xs[index] as number)) + margin
    profile[row] = (profile[row] as number) + 1
  }
  let sum = 0
  for (let row = 1; row < profile.length; row++) {
    const step = (profile[row] as number) - (profile[row - 1] as number)
    sum += step * step
  }
  return sum
}
