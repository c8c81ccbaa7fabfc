import { workText } from '../../limits/work-text.ts'
import { isSigned, sign } from '../secrets/token.ts'

/** Proof of work: find a nonce so that the SHA-256 of `workText` begins with this many zero bits. */
export interface ProofOfWork {
  challenge: string
  bits: number
}

/**
 * Required number of zero bits. It takes about 260,000 hashes: less than a second on a computer, a few seconds on a
 * phone.
 */
const bits = 18
const validFor = 10 * 60_000

/** Scope of a proof of work: it is bound to one network and one login. */
export interface WorkScope {
  secret: string
  network: string
  key: string
  now: number
}

export function newWork(given: WorkScope): ProofOfWork {
  const expiresAt = given.now + validFor
  return { challenge: `${expiresAt}.${sign(given.secret, 'work', signedText(given, expiresAt))}`, bits }
}

/** Checks a solution. @param answer  the challenge and the nonce, separated by a colon */
export function isWorkDone(given: WorkScope, password: string, answer: string | undefined): boolean {
  const [challenge = '', nonce = ''] = answer?.split(':') ?? []
  const [expires = '', signature = ''] = challenge.split('.')
  const expiresAt = Number(expires)
  if (!(expiresAt > given.now)) return false
  if (!isSigned(given.secret, 'work', signedText(given, expiresAt), signature)) return false
  const hash = new Bun.CryptoHasher('sha256').update(workText(challenge, password, nonce)).digest()
  return hash.readUInt32BE() >>> (32 - bits) === 0
}

function signedText({ network, key }: WorkScope, expiresAt: number): string {
  return `${expiresAt}:${network}:${key}`
}
