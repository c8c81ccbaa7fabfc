import { expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { anyCharacter } from '../../tests/any-text.ts'
import { isWorkDone, newWork } from '../auth/tries/work.ts'
import { workText } from '../limits/work-text.ts'
import { findNonce, sha256 } from './work.browser.ts'

setDefaultTimeout(60_000)

test("the browser's SHA-256 matches the reference", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
      const hash = new Bun.CryptoHasher('sha256').update(text).digest()
      expect([...sha256(text)]).toEqual(Array.from({ length: 8 }, (_, at) => hash.readInt32BE(4 * at)))
    }),
  )
})

test("the browser's solution satisfies the server, and only for its request", async () => {
  const given = { secret: 'x', network: '192.0.2.1', key: 'anna', now: 1_790_000_000_000 }
  const { challenge, bits } = newWork(given)
  const nonce = await findNonce(workText(challenge, 'корабль', ''), bits)
  const answer = `${challenge}:${nonce}`
  expect(isWorkDone(given, 'корабль', answer)).toBe(true)
  expect(isWorkDone({ ...given, now: given.now + 599_999 }, 'корабль', answer)).toBe(true)
  for (const other of [{ network: '192.0.2.2' }, { key: 'boris' }, { now: given.now + 600_000 }, { secret: 'y' }]) {
    expect(isWorkDone({ ...given, ...other }, 'корабль', answer)).toBe(false)
  }
  expect(isWorkDone(given, 'корабль 2', answer)).toBe(false)
  for (const forged of [undefined, '', ':', challenge, `${challenge}:`, `9${answer}`, `${challenge}:-1`]) {
    expect(isWorkDone(given, 'корабль', forged)).toBe(false)
  }
})
