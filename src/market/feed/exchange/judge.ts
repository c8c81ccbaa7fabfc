import { minuteMs } from '../../timeframe.ts'
import type { Refusal } from '../feed.ts'
import type { Judgment } from './exchange.ts'

const usualPauseMs = minuteMs
/** Maximum pause after a rate limit, ms: no exchange bans an address for longer than three days. */
const maxPauseMs = 3 * 1440 * minuteMs
/** Maximum characters of a response quoted in an error message */
const maxReason = 300

/** @param refusal  replaces the one that follows from the status */
export function failed(status: number, body: unknown, refusal: Refusal | undefined = refusalOf(status)): Judgment {
  return { kind: 'failed', reason: reasonOf(status, body), refusal }
}

/** Classifies refusals that a retry would not change (not 408, 409). A firewall sends 403, a blocked country 451. */
function refusalOf(status: number): Refusal | undefined {
  if (status === 403 || status === 451) return 'forbidden'
  return status < 400 || status >= 500 || status === 408 || status === 409 ? undefined : 'refused'
}

function reasonOf(status: number, body: unknown): string {
  const said = body === undefined ? '' : ` ${JSON.stringify(body).slice(0, maxReason)}`
  if (status === 403) return `the exchange refuses this network (status 403, by its web firewall)${said}`
  if (status === 451) return `the exchange does not serve the country that this server is in (status 451)${said}`
  return `status ${status}${said}`
}

/** @returns the pause that a `Retry-After` header asks for, ms; one minute if it is missing or not a number */
export function pauseOf(retryAfter: string | null): number {
  const seconds = retryAfter === null || retryAfter.trim() === '' ? Number.NaN : Number(retryAfter)
  return Number.isFinite(seconds) ? Math.min(maxPauseMs, Math.max(1000, seconds * 1000)) : usualPauseMs
}
