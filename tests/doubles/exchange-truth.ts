import type { Candle } from '../../src/market/candle.ts'
import { createDemoDays } from '../../src/market/feed/demo/demo-minutes.ts'
import { createMinuteParts, type PartOfMinute } from '../../src/market/feed/minute-path.ts'
import type { Instrument } from '../../src/market/instrument.ts'
import { dayMs, minuteMs } from '../../src/market/timeframe.ts'

/** All trades of the exchange, whether published or not. */
export interface ExchangeTruth {
  symbols: readonly string[]
  instrument(symbol: string): Instrument | undefined
  /** Returns the complete minute; undefined if nobody traded in it */
  minute(symbol: string, openTime: number): Candle | undefined
  /** Returns the state of the minute at a given time; the complete minute when it is over */
  at(symbol: string, openTime: number, now: number): Candle | undefined
  /** Returns the closed minutes with `from <= openTime < to` */
  closed(symbol: string, from: number, to: number): Candle[]
  /** Removes the trades between two times: the exchange has no candles for these minutes. */
  leaveOut(symbol: string, from: number, to: number): void
  /** Stops trading of a symbol at a minute; `goOn` resumes trading at a later minute. */
  stop(symbol: string, from: number): void
  goOn(symbol: string, from: number): void
  isStopped(symbol: string): boolean
}

export function createTruth(instruments: readonly Instrument[], seed: string): ExchangeTruth {
  const days = createDemoDays(seed)
  const known = new Map<string, Candle[]>()
  const missing = new Set<string>()
  const stops: { symbol: string; from: number; to: number }[] = []
  const stopNow = (symbol: string) =>
    stops.find((stop) => stop.symbol === symbol && stop.to === Number.POSITIVE_INFINITY)
  const instrument = (symbol: string) => instruments.find(({ asset }) => asset === symbol)
  const minute = (symbol: string, openTime: number) => {
    const traded = instrument(symbol)
    const isStopped = stops.some((stop) => stop.symbol === symbol && stop.from <= openTime && openTime < stop.to)
    if (!traded || isStopped || missing.has(`${symbol} ${openTime}`)) return undefined
    const day = Math.floor(openTime / dayMs)
    const key = `${symbol} ${day}`
    const candles = known.get(key) ?? days(traded, day)
    known.set(key, candles)
    return candles[(openTime % dayMs) / minuteMs]
  }
  const parts = new Map<string, PartOfMinute>()
  const partOf = (traded: Instrument) => {
    const part = parts.get(traded.asset) ?? createMinuteParts(seed, traded)
    parts.set(traded.asset, part)
    return part
  }
  return {
    symbols: instruments.map(({ asset }) => asset),
    instrument,
    minute,
    at: (symbol, openTime, now) => {
      const [traded, whole] = [instrument(symbol), minute(symbol, openTime)]
      return traded && whole && partOf(traded)(whole, now - openTime)
    },
    closed: (symbol, from, to) => {
      const candles: Candle[] = []
      for (let time = Math.ceil(from / minuteMs) * minuteMs; time < to; time += minuteMs) {
        const candle = minute(symbol, time)
        if (candle) candles.push(candle)
      }
      return candles
    },
    leaveOut: (symbol, from, to) => {
      for (let time = from; time < to; time += minuteMs) missing.add(`${symbol} ${time}`)
    },
    stop: (symbol, from) => {
      if (!stopNow(symbol)) stops.push({ symbol, from, to: Number.POSITIVE_INFINITY })
    },
    goOn: (symbol, from) => {
      const stop = stopNow(symbol)
      if (stop) stop.to = from
    },
    isStopped: (symbol) => stopNow(symbol) !== undefined,
  }
}
