import type { UTCTimestamp } from 'lightweight-charts'
import { type Locale, languageTags } from '../../i18n/locales.ts'
import { moscowMs } from '../../i18n/moscow-time.ts'
import { type CandleLength, isIntraday, moscowDay } from '../../market/timeframe.ts'

/**
 * Offset added to times so that the axis shows Moscow time, because the library has no time zones. Candles of a day
 * and longer that open at midnight UTC are not shifted: they would seem to open at 3:00.
 */
const shiftOf = (tf: CandleLength) => (isIntraday(tf) || tf === moscowDay ? moscowMs : 0)

/** Converts ms UTC to the seconds that the chart library uses on its time axis. */
export function axisTime(time: number, tf: CandleLength): UTCTimestamp {
  // The library's timestamp type is branded, but any number of seconds is valid.
  return ((time + shiftOf(tf)) / 1000) as UTCTimestamp
}

export function instantOf(seconds: number, tf: CandleLength): number {
  return seconds * 1000 - shiftOf(tf)
}

/** Reads a moment, ms UTC, as a number or as the date and time that the axis shows, such as `2026-11-20T15:04`. */
export function readMoment(text: string, tf: CandleLength): number {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return instantOf(Date.parse(`${text}Z`) / 1000, tf)
  return text === '' ? Number.NaN : Number(text)
}

export interface AxisFormats {
  /** Formats a time (ms UTC) as `21 нояб. 2026 г., 15:04`; from daily candles on as the date alone */
  moment(time: number): string
  /** Formats a label of the time axis, whose time is given in seconds of the axis */
  mark(seconds: number, span: MarkSpan): string
}

export type MarkSpan = 'year' | 'month' | 'day' | 'time'

const marks: Record<MarkSpan, Intl.DateTimeFormatOptions> = {
  year: { year: 'numeric' },
  month: { month: 'short' },
  day: { day: 'numeric', month: 'short' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
}

export function axisFormats(locale: Locale, tf: CandleLength): AxisFormats {
  const tag = languageTags[locale]
  const utc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' })
  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const moment = utc(isIntraday(tf) ? { ...date, ...marks.time } : date)
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
