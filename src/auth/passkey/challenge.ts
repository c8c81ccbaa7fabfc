import { isSigned, randomToken, sign } from '../secrets/token.ts'

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
export const challengeLifetimeMs = 5 * 60_000

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
