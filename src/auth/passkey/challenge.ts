import { isSigned, randomToken, sign } from '../session/token.ts'

/** What a passkey is asked for; an answer given for one counts for no other. */
export type PasskeyUse = 'sign-in' | 'second-step' | 'confirm' | 'add'

export interface ChallengeFor {
  use: PasskeyUse
  /** The session, or the half-finished sign-in; empty for who is not known yet */
  subject: string
  /** What the browser's cookie holds */
  browser: string
}

export interface Challenge {
  /** What the authenticator signs */
  challenge: string
  /** Comes back with the answer: the server keeps nothing until somebody has answered rightly */
  token: string
  /** ms UTC */
  expiresAt: number
}

/** ms; browsers give up at the same time */
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

/** The challenge that a token stands for; nothing when it is over, forged, another browser's or for another use. */
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
