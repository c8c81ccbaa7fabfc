import { isSigned, randomToken, sign } from '../session/token.ts'

/** Purpose of a challenge; an answer is valid only for the purpose it was made for. */
export type PasskeyUse = 'sign-in' | 'second-step' | 'confirm' | 'add'

export interface ChallengeFor {
  use: PasskeyUse
  /** The session or the pending sign-in; empty while the user is unknown */
  subject: string
  /** Value of the browser's cookie */
  browser: string
}

export interface Challenge {
  /** Value that the authenticator signs */
  challenge: string
  /** Returned with the answer, so that the server stores nothing until a correct answer arrives */
  token: string
  /** ms UTC */
  expiresAt: number
}

/** ms; browsers stop waiting at the same time */
export const challengeFor = 5 * 60_000

export function newChallenge(secret: string, given: ChallengeFor, now: number): Challenge {
  const challenge = randomToken()
  const expiresAt = now + challengeFor
  return {
    challenge,
    expiresAt,
    token: `${challenge}.${expiresAt}.${sign(secret, 'passkey', textOf(given, challenge, expiresAt))}`,
  }
}

/** Verifies a token and returns its challenge; undefined when expired, forged, or made for another browser or use. */
export function readChallenge(secret: string, given: ChallengeFor, token: string, now: number): Challenge | undefined {
  const [challenge = '', expires = '', signature = ''] = token.split('.')
  const expiresAt = Number(expires)
  if (!given.browser || !(expiresAt > now)) return undefined
  if (!isSigned(secret, 'passkey', textOf(given, challenge, expiresAt), signature)) return undefined
  return { challenge, token, expiresAt }
}

function textOf({ use, subject, browser }: ChallengeFor, challenge: string, expiresAt: number): string {
  return JSON.stringify([use, subject, browser, challenge, expiresAt])
}
