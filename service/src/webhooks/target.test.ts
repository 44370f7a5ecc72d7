import { isPublicAddress } from '@recto/converter'
import { describe, expect, test } from 'vitest'
import { checkTarget, type Lookup, parseTarget, resolveTarget, TargetError } from './target.ts'

const policy = {
  allowed: ['receiver:8080', '127.0.0.1:9000', '[fd00::5]:*'],
  own: ['recto.dev:443'],
}
const publicIp = { address: '93.184.215.14', family: 4 }

const refusedAddresses = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.100.100.200'],
  ...['100.127.255.255', '127.0.0.1', '127.255.255.254', '168.63.129.16', '169.254.169.254'],
  ...['172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.0.192', '192.0.2.1', '192.88.99.1'],
  ...['192.168.0.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1'],
  ...['239.255.255.250', '240.0.0.1', '255.255.255.255', '::', '::1', '::ffff:8.8.8.8'],
  ...['::ffff:127.0.0.1', '::127.0.0.1', '::8.8.8.8', '64:ff9b::7f00:1', '64:ff9b::808:808'],
  ...[
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '2001::1',
    '2001:0:53aa::1',
    '2001:db8::1',
  ],
  ...[
    'fe80::1',
    'febf::1',
    'fe80::1%eth0',
    'fec0::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '100::1',
  ],
  ...['3fff::1', '3fff:fff::1', '5f00::1', '4000::1', '', 'localhost', '1.2.3'],
]
const publicAddresses = [
  ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0'],
  ...['126.255.255.255', '128.0.0.1', '168.63.129.15', '169.253.0.1', '172.15.0.1', '172.32.0.1'],
  ...['192.0.1.1', '192.167.0.1', '192.169.0.1', '198.17.0.1', '198.20.0.1', '223.255.255.255'],
  ...['2606:4700:4700::1111', '2a00:1450::1', '2001:4860:4860::8888', '2003::1', '3ffe::1'],
]

test.each(refusedAddresses)('%j is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})
test.each(publicAddresses)('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

describe('a refused address', () => {
  test.each([
    ...['', 'hello', 'example.com/x', '//example.com', 'http:example.com', 'ftp://example.com'],
    ...[
      'file:///etc/passwd',
      'gopher://example.com',
      'javascript:alert(1)',
      'http://',
      'http://?x',
    ],
    // All spellings of the same IPv4 address.
    ...['http://127.0.0.1', 'http://2130706433', 'http://0x7f000001', 'http://017700000001'],
    ...['http://127.1', 'http://0177.0.0.1', 'http://0x7f.1', 'http://127.0.0.1.', 'http://0'],
    ...['http://１２７.0.0.1', 'http://①②⑦.⓪.⓪.①', 'http://%31%32%37.0.0.1', 'http://127。0。0。1'],
    ...['http://169.254.169.254/latest/meta-data', 'http://0xA9FEA9FE', 'http://2852039166'],
    ...['http://[::1]', 'http://[::]', 'http://[::ffff:127.0.0.1]', 'http://[::ffff:8.8.8.8]'],
    ...[
      'http://[0:0:0:0:0:0:0:1]',
      'http://[fe80::1]',
      'http://[fd00::1]',
      'http://[64:ff9b::1.1.1.1]',
    ],
    ...['http://[::1%25eth0]', 'http://256.1.1.1'],
    // Names of local networks.
    ...['http://localhost', 'http://LOCALHOST.', 'http://a.localhost', 'http://intranet'],
    ...[
      'http://printer.local',
      'http://metadata.google.internal',
      'http://metadata.google.internal.',
    ],
    ...['http://router.home.arpa', 'http://ｌｏｃａｌｈｏｓｔ', 'http://com.'],
    // Parts of a URL that can hide the real host.
    ...['http://user@example.com', 'http://user:pw@example.com', 'http://:pw@example.com'],
    ...[
      'http://example.com@127.0.0.1',
      'http://example.com%2f@1.1.1.1',
      'http://1.1.1.1 &@2.2.2.2',
    ],
    ...[
      'http://example.com:0',
      'http://example.com:22',
      'http://example.com:25',
      'https://a.com:1023',
    ],
    ...[
      'http://example.com:65536',
      `https://example.com/${'long/'.repeat(410)}`,
      'https://recto.dev/',
    ],
    ...['http://127.0.0.1:9001', 'http://receiver:8081', 'http://receiver'],
  ])('%s', (text) => {
    expect(() => parseTarget(text, policy)).toThrow(TargetError)
  })
})

describe('an accepted address', () => {
  test.each([
    ['https://example.com/hook?a=b#c', 'example.com'],
    ['HTTP://EXAMPLE.com.:8080', 'example.com'],
    ['http://8.8.8.8', '8.8.8.8'],
    ['http://134744072', '8.8.8.8'],
    ['http://[2606:4700:4700::1111]:1024/', '2606:4700:4700::1111'],
    ['https://bücher.example', 'xn--bcher-kva.example'],
    ['https://localhost.example.com', 'localhost.example.com'],
    ['http://receiver:8080/x', 'receiver'],
    ['http://127.1:9000', '127.0.0.1'],
    ['http://[fd00::5]:1/', 'fd00::5'],
  ])('%s', (text, host) => {
    expect(parseTarget(text, policy).host).toBe(host)
  })
})

function answering(...addresses: string[]): Lookup {
  return async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

test('refuses a name if one of its addresses is not public, or it has none', async () => {
  const target = parseTarget('https://example.com', policy)
  expect(await resolveTarget(target, answering('93.184.215.14'))).toEqual([publicIp])
  for (const addresses of [['93.184.215.14', '10.0.0.1'], ['::ffff:1.1.1.1'], ['fe80::1%lo'], []]) {
    await expect(resolveTarget(target, answering(...addresses))).rejects.toThrow(TargetError)
  }
})

test('accepts an allowed address without checks, and looks up no numbers', async () => {
  const allowed = parseTarget('http://receiver:8080', policy)
  expect(await resolveTarget(allowed, answering('10.0.0.1'))).toHaveLength(1)
  const number = parseTarget('http://8.8.8.8', policy)
  expect(await resolveTarget(number, answering('10.0.0.1'))).toEqual([
    { address: '8.8.8.8', family: 4 },
  ])
})

test('at submission, accepts a name that does not resolve, and refuses one that resolves to us', async () => {
  const failing: Lookup = () => Promise.reject(new Error('ENOTFOUND'))
  await checkTarget('https://example.com', policy, failing)
  await expect(checkTarget('https://a.com', policy, answering('127.0.0.1'))).rejects.toThrow(
    TargetError,
  )
})
