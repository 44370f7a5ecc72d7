import { expect, test } from 'vitest'
import { allowed, findLicences } from './licences.ts'

test('every production package has a licence that only asks for its text', () => {
  const packages = findLicences()
  expect(packages.length).toBeGreaterThan(100)
  // Packages for other platforms are not installed here.
  const others = packages.filter(({ licence }) => {
    return licence !== 'not installed' && !allowed.has(licence)
  })
  expect(others).toEqual([])
})
