import { expect, test } from 'vitest'
import { averageOfSquares, mostStep, rotate, visitDark } from './index.ts'

function pictureOf(width: number, height: number, shadeAt: (x: number, y: number) => number) {
  const pixels = Uint8Array.from({ length: width * height }, (_, at) =>
    shadeAt(at % width, Math.floor(at / width)),
  )
  return { width, height, pixels }
}

const noise = (x: number, y: number) => (x * 7_919 + y * 104_729) % 256

test.each([
  { width: 40, height: 30, step: 1 },
  { width: 301, height: 203, step: 3 },
  { width: 33, height: 20, step: 5 },
  { width: mostStep, height: mostStep + 2, step: mostStep },
  { width: 7, height: 7, step: 16 },
])('squares of $step pixels in $width × $height', ({ width, height, step }) => {
  const picture = pictureOf(width, height, noise)
  const [columns, rows] = [Math.floor(width / step), Math.floor(height / step)]
  const expected = Array.from({ length: columns * rows }, (_, at) => {
    const [left, top] = [(at % columns) * step, Math.floor(at / columns) * step]
    let sum = 0
    for (let y = top; y < top + step; y++) {
      for (let x = left; x < left + step; x++) sum += picture.pixels[y * width + x] ?? 0
    }
    return Math.floor(sum / step ** 2)
  })
  expect(Array.from(averageOfSquares(picture, step))).toEqual(expected)
})

test.each([16, 37, 5])('the dark pixels of rows of %i', (width) => {
  const picture = pictureOf(width, 9, noise)
  picture.pixels.fill(255, 2 * width, 3 * width)
  const found: (readonly number[])[] = []
  visitDark(picture, 100, (row, columns) => found.push([row, ...columns]))
  const expected = Array.from({ length: 9 }, (_, row) => {
    const columns = Array.from({ length: width }, (_, x) => x)
    return [row, ...columns.filter((x) => (picture.pixels[row * width + x] ?? 0) <= 100)]
  })
  expect(found).toEqual(expected.filter(({ length }) => length > 1))
})

test.each([0.4, -1.3, 5, -8])('a rotation by %s° samples between pixels', (degrees) => {
  const [width, height] = [300, 201]
  const shadeAt = (x: number, y: number) => 127 + 120 * Math.sin(x / 17) * Math.cos(y / 11)
  const picture = pictureOf(width, height, shadeAt)
  const turned = rotate(picture, degrees)
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2]
  const angle = (degrees * Math.PI) / 180
  for (let y = 0; y < height; y += 7) {
    for (let x = 0; x < width; x++) {
      const [right, down] = [x - middleX, y - middleY]
      const fromX = right * Math.cos(angle) + down * Math.sin(angle) + middleX
      const fromY = down * Math.cos(angle) - right * Math.sin(angle) + middleY
      const found = turned[y * width + x] ?? 0
      const isInside = fromX > 1 && fromY > 1 && fromX < width - 2 && fromY < height - 2
      const isOutside = fromX < -1 || fromY < -1 || fromX > width + 1 || fromY > height + 1
      if (isInside) expect(Math.abs(found - shadeAt(fromX, fromY))).toBeLessThan(2.5)
      if (isOutside) expect(found).toBe(255)
    }
  }
})
