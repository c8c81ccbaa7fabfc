import type { UTCTimestamp } from 'lightweight-charts'
import { type Locale, languageTags } from '../../i18n/locales.ts'
import type { Timeframe } from '../timeframe.ts'

/** The chart's library knows no time zones: its axis gets Moscow's clock as if it were UTC. UTC+3 since October 2014. */
const moscowShiftMs = 3 * 3_600_000

/** Days of the market begin at midnight UTC: shifted, they would claim to begin at three in the morning. */
const shiftOf = (tf: Timeframe) => (tf === 1440 ? 0 : moscowShiftMs)

/** Where a moment (ms UTC) stands on the axis of a timeframe: seconds, with Moscow's clock but for days. */
export function axisTime(time: number, tf: Timeframe): UTCTimestamp {
  // The library brands its seconds; a number of seconds is all that it asks for.
  return ((time + shiftOf(tf)) / 1000) as UTCTimestamp
}

/** The moment (ms UTC) that a place on the axis stands for. */
export function instantOf(seconds: number, tf: Timeframe): number {
  return seconds * 1000 - shiftOf(tf)
}

export interface AxisFormats {
  /** `21 нояб. 2026 г., 15:04`, for days the date alone; takes ms UTC */
  moment(time: number): string
  /** A label of the time axis: year, month, day or hour; takes the axis' seconds */
  mark(seconds: number, span: MarkSpan): string
}

export type MarkSpan = 'year' | 'month' | 'day' | 'time'

const marks: Record<MarkSpan, Intl.DateTimeFormatOptions> = {
  year: { year: 'numeric' },
  month: { month: 'short' },
  day: { day: 'numeric', month: 'short' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
}

/** How a chart of one timeframe writes its times. */
export function axisFormats(locale: Locale, tf: Timeframe): AxisFormats {
  const tag = languageTags[locale]
  const utc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' })
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const moment = utc(tf === 1440 ? date : { ...date, ...marks.time })
  const formats = {
    year: utc(marks.year),
    month: utc(marks.month),
    day: utc(marks.day),
    time: utc(marks.time),
  }
  return {
    moment: (time) => moment.format(time + shiftOf(tf)),
    mark: (seconds, span) => formats[span].format(seconds * 1000),
  }
}
