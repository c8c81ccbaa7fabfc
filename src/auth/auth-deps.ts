import type { Db } from '../db/client.ts'
import { createPasswords, type Passwords } from './password.ts'
import { createRateLimit, type RateLimit } from './rate-limit.ts'
import { createSeal, type Seal } from './totp.ts'

/** What the verbs of accounts work with. */
export interface AuthDeps {
  /** `app.db` */
  db: Db
  passwords: Passwords
  seal: Seal
  limits: SignInLimits
  /** Signs what only this process may have given out */
  secret: string
  /** Origin of the site, without a trailing slash */
  siteUrl: string
  /** Whether anybody may register */
  isOpen: boolean
  /** ms UTC */
  now(): number
}

/** How often somebody may try. Nobody is locked out for good: each limit lets one more through after a while. */
export interface SignInLimits {
  /** Tries from one network, whoever they name */
  network: RateLimit
  /** Tries for one account from anywhere but its owner's known devices */
  account: RateLimit
  /** Tries for one account from one network */
  both: RateLimit
  /** Registrations from one network */
  registration: RateLimit
}

export interface AuthOptions {
  db: Db
  secret: string
  siteUrl: string
  isOpen: boolean
  now?: () => number
}

export function createAuthDeps({ db, secret, siteUrl, isOpen, now = Date.now }: AuthOptions): AuthDeps {
  return {
    db,
    secret,
    siteUrl,
    isOpen,
    now,
    passwords: createPasswords(),
    seal: createSeal(secret),
    limits: {
      network: createRateLimit({ burst: 30, everyMs: 4000 }),
      account: createRateLimit({ burst: 10, everyMs: 30_000 }),
      both: createRateLimit({ burst: 5, everyMs: 30_000 }),
      registration: createRateLimit({ burst: 5, everyMs: 600_000 }),
    },
  }
}
