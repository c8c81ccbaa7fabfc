/** Lengths of a candle, in minutes. */
export const timeframes = [1, 5, 15, 60, 240, 1440] as const

export type Timeframe = (typeof timeframes)[number]

export const minuteMs = 60_000

/** Whether a number is a timeframe the market keeps. */
export function isTimeframe(minutes: unknown): minutes is Timeframe {
  return timeframes.some((timeframe) => timeframe === minutes)
}

/** Start of the candle that a moment belongs to; days begin at midnight UTC. Both in ms UTC. */
export function openTimeOf(time: number, timeframe: Timeframe): number {
  return time - (time % (timeframe * minuteMs))
}
