import { expect, test } from 'vitest'
import { ownAddressOf } from './own-address.ts'

test.each([
  { url: 'https://recto.example', host: 'recto.example', isOwn: true },
  { url: 'https://recto.example', host: 'Recto.Example', isOwn: true },
  { url: 'https://recto.example', host: 'recto.example:443', isOwn: true },
  { url: 'https://recto.example', host: 'recto.example:80', isOwn: false },
  { url: 'https://recto.example', host: 'evil.example', isOwn: false },
  { url: 'https://recto.example', host: 'recto.example.evil.example', isOwn: false },
  { url: 'https://recto.example', host: 'recto.example@evil.example', isOwn: false },
  { url: 'https://recto.example', host: 'evil.example/recto.example', isOwn: false },
  { url: 'https://recto.example', host: '127.0.0.1', isOwn: false },
  { url: 'https://recto.example', host: '', isOwn: false },
  { url: 'https://recto.example', host: undefined, isOwn: false },
  { url: 'https://recto.example/docs', host: 'recto.example', isOwn: true },
  { url: 'http://127.0.0.1:3000', host: 'localhost:3000', isOwn: true },
  { url: 'http://127.0.0.1:3000', host: '[::1]:3000', isOwn: true },
  { url: 'http://127.0.0.1:3000', host: 'localhost:3001', isOwn: false },
  { url: 'http://127.0.0.1:3000', host: 'rebound.example:3000', isOwn: false },
])('with $url, the host $host is the service itself: $isOwn', ({ url, host, isOwn }) => {
  expect(ownAddressOf(url, undefined).isOwnHost(host)).toBe(isOwn)
})

test.each([
  { origin: 'https://recto.example', isOwn: true },
  { origin: 'http://recto.example', isOwn: false },
  { origin: 'https://recto.example.evil.example', isOwn: false },
  { origin: 'null', isOwn: false },
  { origin: undefined, isOwn: false },
])('forms from $origin are accepted: $isOwn', ({ origin, isOwn }) => {
  expect(ownAddressOf('https://recto.example', undefined).isOwnOrigin(origin)).toBe(isOwn)
})

test('plans are changed on the account page, unless another page is configured', () => {
  expect(ownAddressOf('https://a.example', undefined).upgradeUrl).toBe('https://a.example/account')
  expect(ownAddressOf('https://a.example', 'https://b.example').upgradeUrl).toBe(
    'https://b.example',
  )
})
