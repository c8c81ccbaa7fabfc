/** Candle lengths, minutes */
export const timeframes = [1, 5, 15, 60, 240, 1440] as const

export type Timeframe = (typeof timeframes)[number]

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

export function isTimeframe(minutes: unknown): minutes is Timeframe {
  return timeframes.some((timeframe) => timeframe === minutes)
}

/** Returns the start of the candle that contains a time, both in ms UTC; days begin at midnight UTC. */
export function openTimeOf(time: number, timeframe: Timeframe): number {
  return time - (time % (timeframe * minuteMs))
}
