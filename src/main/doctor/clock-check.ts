import { type Line, ok } from './line.ts'

/** Time reported by another clock, and the local times before and after the request, ms UTC */
export interface ClockReading {
  /** Name of the service that reported the time */
  by: string
  time: number
  /** Precision of the reported time, ms: the true time is later by less than this */
  roundedMs: number
  askedAt: number
  heardAt: number
}

/** Max tolerated clock error, ms: half the lifetime of a second-factor code is not much more. */
const maxMs = 5000
const advice = 'Have it set from the network: "timedatectl set-ntp true", or chrony.'

/**
 * Compares the local clock with another one. Makes no extra request: `reading` comes from answers that other checks
 * need anyway. @param lastWritten  time of the last write to any of the databases, ms UTC
 */
export function checkClock(reading: ClockReading | undefined, lastWritten: number, now: number): Line {
  const ahead = reading ? aheadOf(reading) : 0
  if (reading && ahead !== 0) {
    return [
      'clock',
      `${lengthOf(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} that of ${reading.by}.\n${advice}`,
    ]
  }
  if (lastWritten - now > maxMs) {
    const written = `the databases were written ${lengthOf(lastWritten - now)} from now, at ${new Date(lastWritten).toISOString()}`
    if (!reading) return ['clock', `${written}: the clock is behind, or was ahead then.\n${advice}`]
    return ['clock', `${written}: the clock is right, but was ahead then.\nTasks scheduled then run late by that time.`]
  }
  if (reading) return [`clock, as that of ${reading.by}`, ok]
  return ['clock, not compared: neither an exchange nor Telegram returned a time', ok]
}

/**
 * Returns how far the local clock is ahead, ms. Returns 0 when the clock may be right, since the transit time of the
 * answer is unknown.
 */
function aheadOf({ time, roundedMs, askedAt, heardAt }: ClockReading): number {
  const [least, most] = [askedAt - time - roundedMs, heardAt - time]
  return least > maxMs || most < -maxMs ? (least + most) / 2 : 0
}

function lengthOf(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}
