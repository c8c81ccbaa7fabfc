import { createRateLimit, networkOf, type RateLimit } from '../../limits/rate-limit.ts'
import { isWorkDone, newWork, type Work } from './work.ts'

/** Nobody is locked out for good: each gives one more try after a while. Each keeps the 100,000 last used keys. */
export interface SignInLimits {
  network: RateLimit
  /** A network and a login */
  both: RateLimit
  /** The same: the first tries of a network, which others' failures do not use up */
  reserved: RateLimit
  /** A login, from networks which have reserved tries left */
  untried: RateLimit
  /** A login, from all other networks together */
  account: RateLimit
  /** A device that an account knows, for that account */
  device: RateLimit
  /** Codes of the second factor, on all devices that an account knows */
  code: RateLimit
  /** A network */
  registration: RateLimit
  /** Of everybody together: what strangers can make `users` hold */
  registrations: RateLimit
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

export function createSignInLimits(signUpsPerHour: number): SignInLimits {
  return {
    network: createRateLimit({ burst: 30, everyMs: 4 * second }),
    both: createRateLimit({ burst: 5, everyMs: 30 * second }),
    reserved: createRateLimit({ burst: 3, everyMs: day }),
    untried: createRateLimit({ burst: 30, everyMs: minute }),
    account: createRateLimit({ burst: 10, everyMs: 30 * second }),
    device: createRateLimit({ burst: 10, everyMs: 30 * second }),
    code: createRateLimit({ burst: 10, everyMs: 6 * minute }),
    registration: createRateLimit({ burst: 5, everyMs: 10 * minute }),
    registrations: createRateLimit({ burst: signUpsPerHour, everyMs: hour / signUpsPerHour }),
  }
}

export interface Try {
  address: string
  /** The login as logins are compared */
  key: string
  password: string
  /** Of a device that the account knows */
  deviceHash: string | undefined
  work: string | undefined
  now: number
}

export interface SlowDown {
  status: 'slow-down'
  waitMs: number
  /** Instead of waiting, for who has not tried too often themselves */
  work?: Work
}

/**
 * Whether a try has to wait. Strangers who fail use up their own networks' tries and what those networks share; an
 * untried network has tries of its own. So many networks at once that those are used up too make everybody work for a
 * try, and lock nobody out: see `work.ts`.
 */
export function takeTry(limits: SignInLimits, secret: string, sent: Try): SlowDown | undefined {
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

/** For who turned out to be right. */
export function forgetTries(limits: SignInLimits, { address, key }: Pick<Try, 'address' | 'key'>): void {
  const both = `${networkOf(address)} ${key}`
  limits.both.reset(both)
  limits.reserved.reset(both)
}

function slowDown(waitMs: number): SlowDown | undefined {
  return waitMs > 0 ? { status: 'slow-down', waitMs } : undefined
}
