import { type BroadcastStatus, isOver, statusOf } from '../broadcast/automation/status.ts'
import { type BroadcastRow, isPartial } from '../broadcast/broadcast.ts'
import { findBroadcast } from '../broadcast/broadcast-queries.ts'
import type { Db } from '../db/client.ts'
import { drawBar, type Terminal } from './progress.ts'

/** Polling interval, ms. The sender persists results at most ten times a second. */
const lookMs = 500

export interface WatchOptions {
  db: Db
  id: string
  isJson: boolean
  terminal: Terminal
  /** Writes a line of output: each change without a terminal, and always the final status */
  write(line: string): void
  everyMs?: number
}

/**
 * Watches until the broadcast is over. A paused one is watched on, since it may be resumed.
 * @returns the exit status
 */
export async function watchBroadcast({ db, id, isJson, terminal, write, everyMs = lookMs }: WatchOptions) {
  const rateOf = createRate()
  let before = ''
  for (;;) {
    const row = await findBroadcast(db, id)
    if (!row) return 1
    const status = statusOf(row)
    const line = isJson ? JSON.stringify(status) : statusLine(status, row)
    if (isOver(status)) {
      if (terminal.isTTY) terminal.write('\r\x1b[2K')
      write(line)
      return 0
    }
    if (terminal.isTTY && !isJson)
      drawBar(
        terminal,
        doneOf(status) / Math.max(1, status.total),
        barLabel(status, { perSecond: rateOf(status), isPartial: isPartial(row) }),
      )
    else if (line !== before) write(line)
    before = line
    await Bun.sleep(everyMs)
  }
}

/** `running: 1250 of 5000 sent, 12 failed, 3 unknown, 4 skipped, 3731 to go`; `5000+` while the audience is partial. */
export function statusLine(status: BroadcastStatus, row: BroadcastRow): string {
  const { state, total, pending, sent, failed, unknown, skipped } = status
  const { reason, error } = row
  const more = isPartial(row) ? '+' : ''
  const why = state === 'paused' && reason !== null ? ` (${[reason, error].filter(Boolean).join(': ')})` : ''
  return `${state}${why}: ${sent} of ${total}${more} sent, ${failed} failed, ${unknown} unknown, ${skipped} skipped, ${pending}${isOver(status) ? '' : more} to go`
}

function doneOf({ total, pending }: BroadcastStatus): number {
  return total - pending
}

function barLabel(
  { state, total, sent, failed, unknown, pending }: BroadcastStatus,
  { perSecond, isPartial }: { perSecond: number; isPartial: boolean },
): string {
  const left = state === 'running' && perSecond > 0 && !isPartial ? `  ${durationOf(pending / perSecond)} left` : ''
  const odd = [failed > 0 ? `  ${failed} failed` : '', unknown > 0 ? `  ${unknown} unknown` : ''].join('')
  return ` ${state}  ${sent}/${total}${isPartial ? '+' : ''}${odd}  ${perSecond.toFixed(1)}/s${left}`
}

function durationOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return `${Math.ceil(seconds)} s`
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Messages per second over the last ten seconds */
function createRate(windowMs = 10_000): (status: BroadcastStatus) => number {
  const seen: { at: number; done: number }[] = []
  return (status) => {
    const now = { at: performance.now(), done: doneOf(status) }
    seen.push(now)
    while (seen.length > 2 && now.at - (seen[0]?.at ?? 0) > windowMs) seen.shift()
    const { at, done } = seen[0] ?? now
    return now.at > at ? Math.max(0, ((now.done - done) * 1000) / (now.at - at)) : 0
  }
}
