import type { IndicatorCandle } from './indicator.ts'

const dayMs = 86_400_000
/** 1970-01-01 was a Thursday: with three days more, weeks begin on Monday */
const toMonday = 3 * dayMs

/**
 * Start of a session, a block of whole UTC days; sessions of seven days begin on Monday. Holes in the candles move no
 * session.
 */
function sessionOf(openTime: number, days: number): number {
  return Math.floor((openTime + toMonday) / (days * dayMs)) * days * dayMs - toMonday
}

export interface SessionTotals<Totals> {
  /** Totals up to and including a candle; undefined in a session whose start was not seen */
  peek(candle: IndicatorCandle): Totals | undefined
  next(candle: IndicatorCandle): Totals | undefined
}

/**
 * Adds up candles from the start of their session. The session in which the history begins is unknown, unless its
 * first candle opens with it: a part of a session would give other values than the whole.
 * @param add totals with a candle; they are undefined at the first candle of a session
 */
export function createSessionTotals<Totals>(
  days: number,
  add: (totals: Totals | undefined, candle: IndicatorCandle) => Totals,
): SessionTotals<Totals> {
  let session: number | undefined
  let totals: Totals | undefined
  const read = (candle: IndicatorCandle, start: number) => {
    if (start === session) return totals && add(totals, candle)
    return session === undefined && start !== candle.openTime ? undefined : add(undefined, candle)
  }
  return {
    peek: (candle) => read(candle, sessionOf(candle.openTime, days)),
    next: (candle) => {
      const start = sessionOf(candle.openTime, days)
      const next = read(candle, start)
      session = start
      totals = next
      return next
    },
  }
}

/** Whether a candle is in another session than the one before it, if any */
export function isNewSession(openTime: number, previous: number | undefined, days: number): boolean {
  return previous !== undefined && sessionOf(openTime, days) !== sessionOf(previous, days)
}
