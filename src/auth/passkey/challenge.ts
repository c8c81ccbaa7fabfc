import type { AuthDeps } from '../auth-deps.ts'
import type { UserRow } from '../queries.ts'
import { isSigned, randomToken, sign } from '../secrets/token.ts'
import type { PasskeyRow } from './passkey-queries.ts'

/** Purpose of a challenge; an answer is valid only for the purpose it was made for. */
type PasskeyUse = 'sign-in' | 'second-step' | 'confirm' | 'add'

export interface ChallengeScope {
  use: PasskeyUse
  /** ID of the session or the pending sign-in; empty while the user is unknown */
  subject: string
  /** Value of the cookie that identifies the browser */
  browser: string
}

export interface Challenge {
  /** Random value that the authenticator signs */
  challenge: string
  /**
   * Token that the browser returns with the answer, so that the server stores nothing until a correct answer arrives
   */
  token: string
  /** Time after which the challenge is invalid, ms UTC */
  expiresAt: number
}

/** Lifetime of a challenge, ms; browsers stop waiting at the same time */
const challengeLifetimeMs = 5 * 60_000

export function newChallenge(secret: string, given: ChallengeScope, now: number): Challenge {
  const challenge = randomToken()
  const expiresAt = now + challengeLifetimeMs
  return {
    challenge,
    expiresAt,
    token: `${challenge}.${expiresAt}.${sign(secret, 'passkey', signedTextOf(given, challenge, expiresAt))}`,
  }
}

/**
 * Verifies a token and returns its challenge; undefined when the token is expired, forged, or made for another browser
 * or use.
 */
export function readChallenge(
  secret: string,
  given: ChallengeScope,
  token: string,
  now: number,
): Challenge | undefined {
  const [challenge = '', expires = '', signature = ''] = token.split('.')
  const expiresAt = Number(expires)
  if (!given.browser || !(expiresAt > now)) return undefined
  if (!isSigned(secret, 'passkey', signedTextOf(given, challenge, expiresAt), signature)) return undefined
  return { challenge, token, expiresAt }
}

function signedTextOf({ use, subject, browser }: ChallengeScope, challenge: string, expiresAt: number): string {
  return JSON.stringify([use, subject, browser, challenge, expiresAt])
}

/** Algorithms of common authenticators: ES256, EdDSA, RS256. Source: https://www.iana.org/assignments/cose */
export const algorithms = [-7, -8, -257]

/** Returns the input of `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export function creationOptions(
  { siteUrl }: Pick<AuthDeps, 'siteUrl'>,
  { challenge }: Challenge,
  user: Pick<UserRow, 'id' | 'login' | 'name'>,
  known: readonly PasskeyRow[],
) {
  return {
    challenge,
    rp: { id: new URL(siteUrl).hostname, name: 'Kurs' },
    user: { id: handleOf(user), name: user.login, displayName: user.name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeLifetimeMs,
    excludeCredentials: known.map(describe),
    // Requires a discoverable passkey, so that sign-in needs no login, and user verification, so that the passkey
    // counts as both factors.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  } as const
}

/**
 * Returns the input of `PublicKeyCredential.parseRequestOptionsFromJSON`. @param allowed  passkeys that may answer; any
 * passkey if omitted
 */
export function requestOptions(
  { siteUrl }: Pick<AuthDeps, 'siteUrl'>,
  { challenge }: Challenge,
  allowed: readonly PasskeyRow[] = [],
) {
  return {
    challenge,
    rpId: new URL(siteUrl).hostname,
    timeout: challengeLifetimeMs,
    allowCredentials: allowed.map(describe),
    userVerification: 'required',
  } as const
}

/** Returns the user handle that the authenticator stores with the passkey. */
export function handleOf({ id }: Pick<UserRow, 'id'>): string {
  return Buffer.from(id).toString('base64url')
}

function describe({ id, transports }: PasskeyRow) {
  return { type: 'public-key', id, transports: transports.split(',').filter(Boolean) } as const
}
