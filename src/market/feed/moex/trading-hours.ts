import { moscowMs } from '../../../i18n/moscow-time.ts'
import { dayMs, minuteMs } from '../../timeframe.ts'

/** Dates (`2026-11-04`) on which the exchange departs from its week, and whether it works on them */
export type SpecialDays = ReadonlyMap<string, boolean>

/** Trading hours, ms of the Moscow day. The morning, main and evening periods follow one another without a pause. */
const workday = { from: (6 * 60 + 50) * minuteMs, to: (23 * 60 + 50) * minuteMs }
const weekend = { from: (9 * 60 + 50) * minuteMs, to: 19 * 60 * minuteMs }
/** No holidays of the exchange last longer, days. */
const maxClosedDays = 20

/** Returns when trading begins again, ms UTC; undefined while it is open. https://www.moex.com/s1167, 2026-11-30 */
export function opensAt(time: number, special: SpecialDays): number | undefined {
  const midnight = Math.floor((time + moscowMs) / dayMs) * dayMs - moscowMs
  for (let day = 0; day <= maxClosedDays; day++) {
    const start = midnight + day * dayMs
    const hours = hoursOf(start, special)
    if (!hours || time >= start + hours.to) continue
    return time < start + hours.from ? start + hours.from : undefined
  }
  return time + dayMs
}

/** @param start  Moscow midnight, ms UTC */
function hoursOf(start: number, special: SpecialDays) {
  const date = new Date(start + moscowMs)
  const isWorkday = special.get(date.toISOString().slice(0, 10))
  if (isWorkday === false) return undefined
  const isWeekend = date.getUTCDay() === 0 || date.getUTCDay() === 6
  return isWeekend && !isWorkday ? weekend : workday
}
