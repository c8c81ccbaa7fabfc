import { moscowMs } from '../../i18n/moscow-time.ts'
import { correlation } from '../../market/statistics.ts'
import { dayMs, hourMs } from '../../market/timeframe.ts'
import type { BotLine } from './bot-line.ts'

/** Max hours that are drawn: ninety days */
const maxHours = 2160
/** Min days that two bots must share for a meaningful correlation */
const minDays = 7

export interface AlignedCurves {
  /** Times of the values: ends of hours, ms UTC */
  times: number[]
  /** Money of each bot at each time: the capital before the bot's start, its last equity after its end */
  equities: number[][]
}

type Started = Pick<BotLine, 'history' | 'figures'>

/** Aligns the equity curves of bots with different starts to the same times. Empty if no bot has started. */
export function alignedCurves(lines: readonly Started[]): AlignedCurves {
  const hours = lines.flatMap(({ history }) => [history.marks[0]?.hour ?? [], history.marks.at(-1)?.hour ?? []].flat())
  if (hours.length === 0) return { times: [], equities: lines.map(() => []) }
  const last = hours.reduce((a, b) => Math.max(a, b))
  const first = Math.max(
    hours.reduce((a, b) => Math.min(a, b)),
    last - (maxHours - 1) * hourMs,
  )
  const count = (last - first) / hourMs + 1
  const times = Array.from({ length: count + 1 }, (_, index) => first + index * hourMs)
  return { times, equities: lines.map((line) => equitiesAt(line, times)) }
}

function equitiesAt({ history, figures }: Started, times: readonly number[]): number[] {
  let at = 0
  let equity: number = figures.capital
  return times.map((time, index) => {
    for (; (history.marks[at]?.hour ?? Number.POSITIVE_INFINITY) + hourMs <= time; at++) {
      equity = history.marks[at]?.equity ?? equity
    }
    return index === times.length - 1 ? figures.equity : equity
  })
}

export function sumOf({ times, equities }: AlignedCurves): number[] {
  return times.map((_, index) => equities.reduce((sum, own) => sum + (own[index] ?? 0), 0))
}

/**
 * Returns daily returns by day number in Moscow time, from the first known equity to the last, each relative to the end
 * of the previous day.
 */
function dailyReturns({ history, figures }: Started): Map<number, number> {
  const ends = new Map<number, number>()
  for (const { hour, equity } of history.marks) ends.set(Math.floor((hour + moscowMs) / dayMs), equity)
  let before: number = figures.capital
  return new Map(
    [...ends].map(([day, end]) => {
      const change = before > 0 ? end / before - 1 : 0
      before = end
      return [day, change]
    }),
  )
}

/** Returns the correlation matrix of daily returns, −1 to 1; undefined for bots with too few shared days. */
export function correlationsOf(lines: readonly Started[]): (number | undefined)[][] {
  const returns = lines.map(dailyReturns)
  return returns.map((own) => returns.map((other) => correlation(own, other, minDays)))
}
