import type { Db } from '../db/client.ts'
import type { Events } from '../events/events.ts'
import { createPasswords, type PasswordCost, type Passwords } from './secrets/password.ts'
import { createSeal, type Seal } from './secrets/seal.ts'
import { createSignInLimits, type SignInLimits } from './tries/tries.ts'

export interface AuthDeps {
  db: Db
  events: Pick<Events, 'emit'>
  passwords: Passwords
  seal: Seal
  limits: SignInLimits
  /** Key for the HMACs and seals of this installation */
  secret: string
  /** Origin of the site, without a trailing slash */
  siteUrl: string
  isOpen: boolean
  now(): number
}

export interface AuthOptions {
  db: Db
  events: Pick<Events, 'emit'>
  secret: string
  siteUrl: string
  isOpen: boolean
  /** Max sign-ups per hour in the whole installation; 1000 if omitted */
  signUpsPerHour?: number
  passwordCost?: PasswordCost | undefined
  now?: () => number
}

export function createAuthDeps({
  db,
  events,
  secret,
  siteUrl,
  isOpen,
  signUpsPerHour = 1000,
  passwordCost,
  now = Date.now,
}: AuthOptions): AuthDeps {
  return {
    db,
    events,
    secret,
    siteUrl,
    isOpen,
    now,
    passwords: createPasswords(passwordCost),
    seal: createSeal(secret),
    limits: createSignInLimits(signUpsPerHour),
  }
}
