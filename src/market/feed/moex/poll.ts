import type { Candle } from '../../candle.ts'
import type { Instrument } from '../../instrument.ts'
import { minuteMs, openTimeOf } from '../../timeframe.ts'
import { type Clock, sleep } from '../clock.ts'
import { FeedError, type FeedListener, type FeedState, type WaitReason } from '../feed.ts'

/** Interval between two requests for one share, ms */
const everyMs = 15_000
/** The same while the market is closed: trading may begin at an hour that the timetable does not name. */
const everyClosedMs = 5 * minuteMs
/** Part of the past that each request covers: candles may be corrected, or appear, some time after their minute. */
const overlapMs = 5 * minuteMs
/** Part of the past that the first request covers, ms. Its older candles only show that the service has the share. */
const firstSpanMs = 60 * minuteMs
const forbiddenPauseMs = 10 * minuteMs
const maxPauseMs = minuteMs

export interface PollOptions {
  instruments(): readonly Instrument[]
  clock: Clock
  random: () => number
  /** Time of the market as the service shows it, ms UTC */
  now(): number
  /** Requests the candles of a share from a time on. Undefined if aborted. @throws FeedError */
  ask(instrument: Instrument, from: number, signal: AbortSignal): Promise<Candle[] | undefined>
  isClosed(candle: Candle): boolean
  /** Time at which prices continue, ms UTC of our clock; undefined while the market is open */
  closedUntil(): number | undefined
  /** End of a block of our requests by the service, ms UTC of our clock */
  blockedUntil(): number
}

export interface Poll {
  /** Shows that the service refuses requests for a while. */
  limited(): void
  run(signal: AbortSignal): Promise<void>
}

/** Requests the newest candles of each share in turn, and reports what has changed. */
export function createPoll(options: PollOptions, listener: FeedListener): Poll {
  const { clock, random, now, ask, isClosed, closedUntil, blockedUntil } = options
  const news = createNews()
  let [state, failures]: [FeedState, number] = [{ name: 'connecting' }, 0]
  let shownClosed = closedUntil()

  const show = (next: FeedState) => {
    const closed = closedUntil()
    if (closed === shownClosed && JSON.stringify(next) === JSON.stringify(state)) return
    ;[state, shownClosed] = [next, closed]
    listener.onState(next)
  }
  const wait = async (reason: WaitReason, ms: number, signal: AbortSignal) => {
    show({ name: 'waiting', until: clock.now() + ms, reason })
    await sleep(clock, ms, signal)
  }
  const look = async (instrument: Instrument, signal: AbortSignal) => {
    const { asset } = instrument
    const recent = openTimeOf(now(), 1) - overlapMs
    // Every answer should have the last known candle again: a table without rows is no news of a quiet market.
    const from = Math.min(recent, news.newest(asset) ?? recent - firstSpanMs)
    const candles = await ask(instrument, from, signal)
    if (!candles) return
    failures = 0
    show({ name: 'live' })
    const changed = news.of(asset, candles, { isClosed, since: recent })
    for (const { candle, isOver } of changed) {
      const { openTime } = candle
      const time = isOver
        ? Math.max(now(), openTime + minuteMs)
        : Math.min(Math.max(now(), openTime), openTime + minuteMs - 1)
      listener.onUpdate({ ...candle, asset, isClosed: isOver, time })
    }
    if (changed.length === 0 && candles.length > 0) listener.onQuiet?.(asset)
  }
  const lookSafely = async (instrument: Instrument, signal: AbortSignal) => {
    try {
      await look(instrument, signal)
    } catch (error) {
      if (!(error instanceof FeedError)) throw error
      if (signal.aborted) return
      failures++
      if (error.refusal === 'forbidden') return wait('forbidden', forbiddenPauseMs, signal)
      // One failure may be due to this share alone.
      const ms = Math.min(maxPauseMs, 1000 * 2 ** Math.max(0, failures - 2)) * (1 + random() / 4)
      if (failures > 1 || state.name === 'waiting') await wait('refused', ms, signal)
    }
  }
  return {
    limited: () => show({ name: 'waiting', until: blockedUntil(), reason: 'limited' }),
    run: async (signal) => {
      listener.onState(state)
      while (!signal.aborted) {
        const begin = clock.now()
        for (const instrument of options.instruments()) if (!signal.aborted) await lookSafely(instrument, signal)
        if (signal.aborted) return
        if (state.name === 'live') show(state)
        const closed = closedUntil()
        const until = closed === undefined ? everyMs : Math.min(everyClosedMs, Math.max(everyMs, closed - begin))
        await sleep(clock, Math.max(0, begin + until - clock.now()), signal)
      }
    },
  }
}

interface NewsOptions extends Pick<PollOptions, 'isClosed'> {
  since: number
}

/** Remembers what was reported, so that unchanged candles are not reported again. */
function createNews() {
  const told = new Map<string, Map<number, string>>()
  const newest = new Map<string, number>()
  return {
    /** openTime of the newest known minute, ms UTC */
    newest: (asset: string) => newest.get(asset),
    /** @param since  start of the minutes that are news if nothing was reported before, ms UTC */
    of: (asset: string, candles: readonly Candle[], { isClosed, since }: NewsOptions) => {
      const before = told.get(asset)
      const last = candles.at(-1)
      const all = candles.map((candle) => {
        // A later candle shows that the minute is over.
        const isOver = candle !== last || isClosed(candle)
        return { candle, isOver, text: JSON.stringify([candle, isOver]) }
      })
      if (!last) return []
      newest.set(asset, last.openTime)
      told.set(asset, new Map(all.map(({ candle, text }) => [candle.openTime, text])))
      return all.filter(({ candle: { openTime }, text }) =>
        before ? before.get(openTime) !== text : openTime >= since,
      )
    },
  }
}
