import type { Candle, MinuteUpdate } from '../src/market/candle.ts'
import type { MinuteLists } from '../src/market/minute-window.ts'
import { moscowDay } from '../src/market/timeframe.ts'
import { wholeUnits } from '../src/market/units.ts'

/**
 * Builds candles of a timeframe by the simplest method, for comparison: takes the last update of each minute, then all
 * minutes of a candle together.
 * @param updates  of one asset
 */
export function candlesOf(updates: readonly MinuteUpdate[], tf: number | typeof moscowDay): Candle[] {
  const minutes = new Map<number, MinuteUpdate>()
  for (const update of [...updates].sort((a, b) => Number(a.isClosed) - Number(b.isClosed) || a.time - b.time)) {
    minutes.set(update.openTime, update)
  }
  const groups = Map.groupBy([...minutes.values()], ({ openTime }) => startOf(openTime, tf))
  return [...groups]
    .map(([openTime, group]) => {
      const inOrder = group.toSorted((a, b) => a.openTime - b.openTime)
      const volumes = inOrder.map(({ volume }) => BigInt(volume))
      return {
        openTime,
        open: inOrder[0]?.open ?? wholeUnits(Number.NaN),
        high: wholeUnits(Math.max(...inOrder.map(({ high }) => high))),
        low: wholeUnits(Math.min(...inOrder.map(({ low }) => low))),
        close: inOrder.at(-1)?.close ?? wholeUnits(Number.NaN),
        volume: wholeUnits(Number(volumes.reduce((sum, volume) => sum + volume, 0n))),
      }
    })
    .sort((a, b) => a.openTime - b.openTime)
}

const moscowDate = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow' })

/** Start of a candle, found by the calendar: a week begins on Monday, a month with its first day */
export function startOf(time: number, tf: number | typeof moscowDay): number {
  if (tf === moscowDay) return Date.parse(`${moscowDate.format(time)}T00:00:00+03:00`)
  const midnight = Date.parse(new Date(time).toISOString().slice(0, 10))
  if (tf === 43200) return Date.parse(new Date(time).toISOString().slice(0, 7))
  if (tf === 10080) return midnight - ((new Date(time).getUTCDay() + 6) % 7) * 86_400_000
  return midnight + Math.floor((time - midnight) / (tf * 60_000)) * tf * 60_000
}

/** Returns minutes in the shape in which the database returns them */
export function minuteLists(minutes: readonly MinuteUpdate[]): MinuteLists {
  const list = (name: Exclude<keyof MinuteLists, 'isClosed'>) => minutes.map((minute) => Number(minute[name]))
  return {
    openTime: list('openTime'),
    open: list('open'),
    high: list('high'),
    low: list('low'),
    close: list('close'),
    volume: list('volume'),
    isClosed: minutes.map(({ isClosed }) => Number(isClosed)),
    time: list('time'),
  }
}
