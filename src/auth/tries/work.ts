import { createHmac } from 'node:crypto'
import { isSame } from '../session/token.ts'

/** What a browser has to find: a nonce, so that the SHA-256 of `workText` begins with that many zero bits. */
export interface Work {
  challenge: string
  bits: number
}

/** About 260,000 hashes: less than a second of a computer, a few of a telephone. */
const bits = 18
const validFor = 10 * 60_000

/** Whose work it is: a network's, for one login. */
export interface WorkFor {
  secret: string
  network: string
  key: string
  now: number
}

export function newWork(given: WorkFor): Work {
  const expiresAt = given.now + validFor
  return { challenge: `${expiresAt}.${sign(given, expiresAt)}`, bits }
}

/**
 * The password is part of it: every guess is work of its own, and nobody has to remember which work was used.
 * `work.browser.ts` has the other half.
 */
export function workText(challenge: string, password: string, nonce: string): string {
  return `${challenge}\n${password}\n${nonce}`
}

/** @param answer  the challenge and the nonce, parted by a colon */
export function isWorkDone(given: WorkFor, password: string, answer: string | undefined): boolean {
  const [challenge = '', nonce = ''] = answer?.split(':', 2) ?? []
  const [expires = '', signature = ''] = challenge.split('.', 2)
  const expiresAt = Number(expires)
  if (!(expiresAt > given.now) || !isSame(Buffer.from(signature), Buffer.from(sign(given, expiresAt)))) return false
  const hash = new Bun.CryptoHasher('sha256').update(workText(challenge, password, nonce)).digest()
  return hash.readUInt32BE() >>> (32 - bits) === 0
}

function sign({ secret, network, key }: WorkFor, expiresAt: number): string {
  return createHmac('sha256', secret).update(`work:${expiresAt}:${network}:${key}`).digest('base64url')
}
