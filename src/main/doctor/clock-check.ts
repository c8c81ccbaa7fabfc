import { type Line, ok } from './line.ts'

/** What another clock has said, and between which times of ours, ms UTC */
export interface ToldTime {
  /** Whose it is */
  by: string
  time: number
  /** It was not told more exactly: the true time is less than this later, ms */
  roundedMs: number
  askedAt: number
  heardAt: number
}

/** Half the time that a code of the second factor lasts is no longer far from this. */
const mostMs = 5000
const advice = 'Have it set from the network: "timedatectl set-ntp true", or chrony.'

/**
 * Nobody is asked for the time: `told` is what others have said whose answers are needed anyway.
 * @param lastWritten  when the newest of the databases was written, ms UTC
 */
export function checkClock(told: ToldTime | undefined, lastWritten: number, now: number): Line {
  const ahead = told ? aheadOf(told) : 0
  if (told && ahead !== 0) {
    return ['clock', `${lengthOf(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} that of ${told.by}.\n${advice}`]
  }
  if (lastWritten - now > mostMs) {
    const written = `the databases were written ${lengthOf(lastWritten - now)} from now, at ${new Date(lastWritten).toISOString()}`
    if (!told) return ['clock', `${written}: it is behind, or was ahead then.\n${advice}`]
    return ['clock', `${written}: it is right, but was ahead then.\nWhat was put off then goes on so much later.`]
  }
  if (told) return [`clock, as that of ${told.by}`, ok]
  return ['clock, compared with none: no exchange and no Telegram has answered that could tell the time', ok]
}

/** ms, 0 when it may be right: how long an answer was on its way is not known. */
function aheadOf({ time, roundedMs, askedAt, heardAt }: ToldTime): number {
  const [least, most] = [askedAt - time - roundedMs, heardAt - time]
  return least > mostMs || most < -mostMs ? (least + most) / 2 : 0
}

function lengthOf(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}
