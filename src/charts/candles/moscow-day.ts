import { effect } from '@preact/signals-react'
import { followTick, interruptionCount, onCorrection } from '../../live/live.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import type { Span } from '../../market/span.ts'
import { closeTimeOf, moscowDay, openTimeOf } from '../../market/timeframe.ts'
import { fetchCandles } from './candle-loader.ts'
import type { CandleSource } from './candle-source.ts'

const retryMs = 5000

/** Puts the current day of Moscow together from its hours, because ticks have days of UTC. Returns a function that stops this. */
export function keepMoscowDay(source: CandleSource, asset: string): () => void {
  const abort = new AbortController()
  let timer = 0
  const day = createMoscowDay({
    source,
    fetchHours: (from) => fetchCandles({ asset, tf: 60, from, limit: 24 }, abort.signal),
    retry: (run) => {
      clearTimeout(timer)
      timer = window.setTimeout(run, retryMs)
    },
  })
  const interruptions = interruptionCount()
  let seen = interruptions.peek()
  const followed = followTick(asset, 60, day.take)
  const stops = [
    followed.stop,
    onCorrection(asset, day.correct),
    effect(() => {
      if (interruptions.value === seen) return
      seen = interruptions.value
      day.reload()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    clearTimeout(timer)
    abort.abort()
    day.stop()
  }
}

interface MoscowDayOptions {
  source: Pick<CandleSource, 'take' | 'correct'>
  /** Fetches the hours from a time on, ms UTC, the current one last. */
  fetchHours(from: number): Promise<DecimalCandle[]>
  /** Calls `run` after a pause instead of the call before. */
  retry(run: () => void): void
}

/** Creates the current day: until all its hours are known, no tick is passed on. */
export function createMoscowDay({ source, fetchHours, retry }: MoscowDayOptions) {
  let start = Number.NaN
  let hours = new Map<number, DecimalCandle>()
  /** Hours of which ticks came since the pending request was sent; undefined when none is pending */
  let ticked: Set<number> | undefined
  let isKnown = false

  const show = () => {
    if (isKnown) source.take(joinedDay([...hours.values()], start))
  }
  const day = {
    take: (tick: DecimalCandle) => {
      const open = openTimeOf(tick.openTime, moscowDay)
      // The end of an hour of the day before
      if (open < start) return source.correct({ from: tick.openTime, to: closeTimeOf(tick.openTime, 60) })
      const isNew = open !== start
      if (isNew) [start, hours] = [open, new Map()]
      ticked?.add(tick.openTime)
      hours.set(tick.openTime, tick)
      if (isNew) day.reload()
      else show()
    },
    correct: ({ to }: Span) => {
      if (to > start) day.reload()
    },
    stop: () => {
      ticked = undefined
    },
    reload: () => {
      if (Number.isNaN(start)) return
      isKnown = false
      const [asked, since] = [start, new Set<number>()]
      ticked = since
      fetchHours(start).then(
        (page) => {
          if (ticked !== since || asked !== start) return
          ticked = undefined
          for (const hour of page) if (!since.has(hour.openTime)) hours.set(hour.openTime, hour)
          isKnown = true
          show()
        },
        () => {
          if (ticked === since) retry(() => day.reload())
        },
      )
    },
  }
  return day
}

function joinedDay(parts: readonly DecimalCandle[], openTime: number): DecimalCandle {
  const hours = parts.toSorted((one, other) => one.openTime - other.openTime)
  const [first, last] = [hours[0], hours.at(-1)]
  const volume = hours.reduce((sum, hour) => sum + hour.volume, 0)
  return {
    openTime,
    open: first?.open ?? 0,
    high: Math.max(...hours.map(({ high }) => high)),
    low: Math.min(...hours.map(({ low }) => low)),
    close: last?.close ?? 0,
    // The rounding error of 24 additions is below 14 digits.
    volume: Number(volume.toPrecision(14)),
  }
}
