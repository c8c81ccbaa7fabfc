import type { Db } from '../../db/client.ts'
import { maxGaps } from '../addresses.ts'
import { readGaps, readStoredInGaps } from '../queries.ts'
import type { AssetSpan, Span } from '../span.ts'
import { dayMs, minuteMs, openTimeOf } from '../timeframe.ts'

/** Returns minutes of a span neither stored nor confirmed missing, ascending. @param there  stored openTimes */
export function holesOf(span: Span, there: readonly number[], missing: readonly Span[]): Span[] {
  const covered = [...there.map((openTime) => ({ from: openTime, to: openTime + minuteMs })), ...missing].sort(
    (a, b) => a.from - b.from,
  )
  const holes: Span[] = []
  let { from } = span
  for (const part of covered) {
    if (part.from >= span.to) break
    if (part.from > from) holes.push({ from, to: part.from })
    from = Math.max(from, part.to)
  }
  if (from < span.to) holes.push({ from, to: span.to })
  return holes
}

/** Reads the confirmed gaps without the minutes that were stored since, such as those of an archive: see `Market.gaps`. */
export async function readMissing(db: Db, { asset, from, to }: AssetSpan): Promise<Span[]> {
  const gaps = await readGaps(db, { asset, from, to })
  const missing: Span[] = []
  let covered = 0
  for (let at = 0; at < gaps.length && missing.length < maxGaps; at += maxGaps) {
    const page = gaps.slice(at, at + maxGaps)
    const [first, last] = [page[0], page.at(-1)]
    if (!first || !last) break
    const stored = await readStoredInGaps(db, { asset, from: first.from, to: last.from + 1 })
    missing.push(...withoutStored(page, { stored, covered }))
    covered = Math.max(covered, ...page.map(({ to: end }) => end))
  }
  return missing.slice(0, maxGaps)
}

interface KnownMinutes {
  /** OpenTimes of stored minutes, ascending */
  stored: readonly number[]
  /** End of the gaps before these, ms UTC */
  covered: number
}

/** Cuts the stored minutes out of gaps, which are ascending and may overlap, in time proportional to both. */
function withoutStored(gaps: readonly Span[], { stored, covered: before }: KnownMinutes): Span[] {
  const missing: Span[] = []
  const add = (from: number, to: number) => {
    if (from < to) missing.push({ from, to })
  }
  let [at, covered] = [0, before]
  for (const gap of gaps) {
    let from = Math.max(gap.from, covered)
    for (let minute = stored[at]; minute !== undefined && minute < gap.to; minute = stored[++at]) {
      if (minute < from) continue
      add(from, minute)
      from = minute + minuteMs
    }
    add(from, gap.to)
    covered = Math.max(covered, gap.to)
  }
  return missing
}

export interface MissingOptions {
  db: Db
  historyDays: number
  /** Current time by the feed's clock, ms UTC */
  now(): number
}

/** Determines which minutes will never be fetched. */
export interface MissingReader {
  /** Start of the history, ms UTC: older minutes that are unknown will never be known. */
  horizon(): number
  /** Spans confirmed missing that end after `time`, ms UTC */
  since(asset: string, time: number): Promise<Span[]>
}

export function createMissingReader({ db, historyDays, now }: MissingOptions): MissingReader {
  const horizon = () => openTimeOf(now() - historyDays * dayMs, 1)
  return {
    horizon,
    since: (asset, time) => readGaps(db, { asset, from: time, to: Number.MAX_SAFE_INTEGER }),
  }
}
