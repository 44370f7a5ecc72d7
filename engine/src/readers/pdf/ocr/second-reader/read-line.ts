/** Reads the picture of a line. */
import { crop, type GrayImage } from '../gray-image.ts'
import type { Blob } from '../patches.ts'
import { resize } from '../resize.ts'
import { classOf, decode } from './decode.ts'
import type { Network } from './networks.ts'
import { networkInput, readerSettings as settings } from './settings.ts'

export interface LineCharacter {
  readonly text: string
  /** Middle of the character, in pixels of the picture. */
  readonly x: number
  /** Probability of the character, 0 to 1. */
  readonly confidence: number
}

export interface LineReading {
  readonly characters: readonly LineCharacter[]
  /**
   * Returns the greatest probability of a character between two columns of the picture; 0 for characters unknown to the
   * network.
   */
  chanceOf(text: string, x0: number, x1: number): number
}

export async function readLine(
  recognizer: Network,
  image: GrayImage,
  box: Blob,
): Promise<LineReading> {
  const [left, top] = [Math.floor(box.x0), Math.floor(box.y0)]
  const cut = crop(image, left, top, Math.ceil(box.x1) - left, Math.ceil(box.y1) - top)
  const { lineHeight: height } = networkInput
  const natural = Math.max(16, Math.round((cut.width * height) / cut.height))
  const width = Math.min(settings.maxWidth, natural)
  const line = resize(cut, width, height)
  const padded = Math.max(
    settings.minWidth,
    Math.ceil(width / settings.widthStep) * settings.widthStep,
  )
  const input = new Float32Array(3 * height * padded)
  for (let row = 0; row < 3 * height; row++) {
    for (let x = 0; x < width; x++) {
      input[row * padded + x] = (line.pixels[(row % height) * width + x] as number) / 127.5 - 1
    }
  }
  const { values, shape } = await recognizer(input, [3, height, padded])
  const [, places = 0, classes = 0] = shape
  const pixelsPerPlace = (padded / places) * (cut.width / width)
  const found = decode(values, places, classes).map(({ place, ...character }) => ({
    ...character,
    x: left + (place + 0.5) * pixelsPerPlace,
  }))
  const placeOf = (x: number) => (x - left) / pixelsPerPlace
  return {
    characters: found,
    chanceOf: (text, x0, x1) => {
      const own = classOf(text)
      if (own === 0) return 0
      let most = 0
      const last = Math.min(places, Math.ceil(placeOf(x1)))
      for (let place = Math.max(0, Math.floor(placeOf(x0))); place < last; place++) {
        most = Math.max(most, values[place * classes + own] as number)
      }
      return most
    },
  }
}
