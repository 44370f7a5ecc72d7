import { expect, test } from 'vitest'
import { claimsAccessibility } from './claims.ts'

test.each([
  { text: '<pdfuaid:part>1</pdfuaid:part>', claims: true },
  { text: '<rdf:Description pdfuaid:part="1"/>', claims: true },
  { text: '<pdfaid:part>2</pdfaid:part>', claims: false },
  { text: 'xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"', claims: false },
])('a file with $text claims to be accessible: $claims', ({ text, claims }) => {
  expect(claimsAccessibility(new TextEncoder().encode(`%PDF-1.7 ${text} %%EOF`))).toBe(claims)
})
