/** Candle lengths, minutes. A month is named by 43,200 minutes but has the length of its calendar month. */
export const timeframes = [1, 3, 5, 15, 30, 60, 120, 240, 360, 720, 1440, 10080, 43200] as const

export type Timeframe = (typeof timeframes)[number]

/** A day from midnight to midnight in Moscow. It is computed when it is read: bots, alerts and ticks have UTC days. */
export const moscowDay = 'msk' as const

/** Length of the candles of a chart */
export type CandleLength = Timeframe | typeof moscowDay

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** The first Monday after 1970-01-01, ms UTC: weeks are counted from it */
export const mondayMs = 4 * dayMs

/** Midnight in Moscow before 1970-01-01, ms UTC: days of Moscow are counted from it */
const moscowMidnightMs = -3 * hourMs

export function isTimeframe(minutes: unknown): minutes is Timeframe {
  return timeframes.includes(minutes as Timeframe)
}

/** Length of a candle, minutes; of a month, a usual one */
export function minutesOf(length: CandleLength): number {
  return length === moscowDay ? 1440 : length
}

/** Whether candles are shorter than a day, so that they have a time of day */
export function isIntraday(length: CandleLength): length is Timeframe {
  return length !== moscowDay && length < 1440
}

/** Returns the start of the candle that contains a time, both in ms UTC; days and weeks begin at midnight UTC. */
export function openTimeOf(time: number, timeframe: CandleLength): number {
  if (timeframe === 43200) return monthOf(time, 0)
  const first = timeframe === 10080 ? mondayMs : timeframe === moscowDay ? moscowMidnightMs : 0
  const length = minutesOf(timeframe) * minuteMs
  return first + Math.floor((time - first) / length) * length
}

/** Returns the end of the candle that contains a time, where the next candle begins; both in ms UTC. */
export function closeTimeOf(time: number, timeframe: CandleLength): number {
  return timeframe === 43200 ? monthOf(time, 1) : openTimeOf(time, timeframe) + minutesOf(timeframe) * minuteMs
}

function monthOf(time: number, later: number): number {
  const date = new Date(time)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1)
}
