import { expect, test } from 'bun:test'
import { createSeal } from '../secrets/seal.ts'
import { newTotpKey, readableKey, totpUri } from './totp.ts'

test('a key has 160 bits, is shown in groups of four, and gives six digits every 30 seconds', () => {
  const key = newTotpKey()
  expect(key.length).toBe(20)
  expect(readableKey(key)).toMatch(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/)
  const uri = new URL(totpUri(key, 'anna'))
  expect([uri.searchParams.get('digits'), uri.searchParams.get('period'), uri.searchParams.get('issuer')]).toEqual([
    '6',
    '30',
    'Kurs',
  ])
})

test('sealed data opens only with the same secret and unchanged', () => {
  const seal = createSeal('a secret')
  const plain = newTotpKey()
  const sealed = seal.seal(plain)
  expect([...seal.open(sealed)]).toEqual([...plain])
  expect(seal.seal(plain)).not.toBe(sealed)
  // The sealed key consists of a 96-bit nonce, a 128-bit tag, and the ciphertext, which is as long as the key.
  expect(Buffer.from(sealed, 'base64url').length).toBe(12 + 16 + 20)
  expect(() => createSeal('another').open(sealed)).toThrow()
  for (const at of [0, 12, 28, 47]) {
    const bytes = Buffer.from(sealed, 'base64url')
    bytes[at] = (bytes[at] ?? 0) ^ 1
    expect(() => seal.open(bytes.toString('base64url'))).toThrow()
  }
})
