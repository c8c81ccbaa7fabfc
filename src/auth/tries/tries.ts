import { createRateLimit, networkOf, type RateLimit } from '../../limits/rate-limit.ts'
import type { HashCaller } from '../secrets/password.ts'
import { isWorkDone, newWork, type ProofOfWork } from './work.ts'

/**
 * Rate limits of sign-ins. Nobody is locked out for good, because each bucket refills over time. Each limit keeps its
 * 100,000 last used keys.
 */
export interface SignInLimits {
  network: RateLimit
  /** First attempts of a network within some minutes: their hashes have a turn of their own. See `callerOf`. */
  first: RateLimit
  /** Limit of attempts per network and login */
  both: RateLimit
  /** Limit per network and login for a network's first attempts, which failures of other networks do not use up */
  reserved: RateLimit
  /** Limit of attempts per login, for networks with reserved attempts left */
  untried: RateLimit
  /** Limit of attempts per login, for all other networks together */
  account: RateLimit
  /** Limit of attempts per known device and login */
  device: RateLimit
  /** Limit per user for codes of the second factor, on all known devices */
  code: RateLimit
  /** Limits of requested password links per network and per login, whether or not the login exists */
  passwordLink: RateLimit
  passwordLinkOf: RateLimit
  /** Limit per login over days: strangers must not disturb a member day and night */
  passwordLinkDaily: RateLimit
  /** Limit of registrations per network */
  registration: RateLimit
  /** Limit of registrations in the whole installation: bounds how fast strangers can fill `users` */
  registrations: RateLimit
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

export function createSignInLimits(signUpsPerHour: number): SignInLimits {
  return {
    network: createRateLimit({ burst: 30, everyMs: 4 * second }),
    first: createRateLimit({ burst: 3, everyMs: minute }),
    both: createRateLimit({ burst: 5, everyMs: 30 * second }),
    reserved: createRateLimit({ burst: 3, everyMs: day }),
    untried: createRateLimit({ burst: 30, everyMs: minute }),
    account: createRateLimit({ burst: 10, everyMs: 30 * second }),
    device: createRateLimit({ burst: 10, everyMs: 30 * second }),
    code: createRateLimit({ burst: 10, everyMs: 6 * minute }),
    passwordLink: createRateLimit({ burst: 5, everyMs: 10 * minute }),
    passwordLinkOf: createRateLimit({ burst: 3, everyMs: 20 * minute }),
    passwordLinkDaily: createRateLimit({ burst: 6, everyMs: 4 * hour }),
    registration: createRateLimit({ burst: 5, everyMs: 10 * minute }),
    registrations: createRateLimit({ burst: signUpsPerHour, everyMs: hour / signUpsPerHour }),
  }
}

export interface SignInAttempt {
  address: string
  /** Login, normalized for comparison */
  key: string
  password: string
  /** Hash of the device, if the account knows the device */
  deviceHash: string | undefined
  work: string | undefined
  now: number
}

export interface SlowDown {
  status: 'slow-down'
  waitMs: number
  /** Proof of work as an alternative to waiting, if only the shared limit is exhausted */
  work?: ProofOfWork
}

/**
 * Returns whether an attempt has to wait. Strangers who fail use up the attempts of their own network and those shared
 * by such networks; an untried network has attempts of its own. If an attack from many networks uses up both, everybody
 * can still sign in with a proof of work: see `work.ts`.
 */
export function takeAttempt(limits: SignInLimits, secret: string, sent: SignInAttempt): SlowDown | undefined {
  const { key, now } = sent
  if (sent.deviceHash !== undefined) return slowDown(limits.device.take(`${sent.deviceHash} ${key}`, now))
  const network = networkOf(sent.address)
  const both = `${network} ${key}`
  const own = Math.max(limits.network.take(network, now), limits.both.take(both, now))
  if (own > 0) return slowDown(own)
  const shared = limits.reserved.take(both, now) === 0 ? limits.untried : limits.account
  const waitMs = shared.take(key, now)
  const worker = { secret, network, key, now }
  if (waitMs === 0 || isWorkDone(worker, sent.password, sent.work)) return undefined
  return { status: 'slow-down', waitMs, work: newWork(worker) }
}

/**
 * Returns the party for which a hash of an attempt waits. Networks that have just made several attempts share one turn:
 * however many networks attack at once, a network that has not tried yet waits only for others like it.
 */
export function callerOf(
  limits: Pick<SignInLimits, 'first'>,
  { address, key, deviceHash, now }: Pick<SignInAttempt, 'address' | 'key' | 'deviceHash' | 'now'>,
): HashCaller {
  if (deviceHash !== undefined) return { key: `${deviceHash} ${key}`, isKnown: true }
  const network = networkOf(address)
  return { key: limits.first.take(network, now) === 0 ? network : '', isKnown: false }
}

/** Resets the limits after a successful sign-in. */
export function resetAttempts(limits: SignInLimits, { address, key }: Pick<SignInAttempt, 'address' | 'key'>): void {
  const both = `${networkOf(address)} ${key}`
  limits.both.reset(both)
  limits.reserved.reset(both)
}

function slowDown(waitMs: number): SlowDown | undefined {
  return waitMs > 0 ? { status: 'slow-down', waitMs } : undefined
}
