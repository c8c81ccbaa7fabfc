import { timeZone } from '../../i18n/format.ts'
import { type Locale, languageTags } from '../../i18n/locales.ts'

export interface TimeAxisProps {
  times: readonly number[]
  /** Returns the position in percent of the width */
  at(time: number): number
  isDaily: boolean
  locale: Locale
}

export function TimeAxis({ times, at, isDaily, locale }: TimeAxisProps) {
  const parts: Intl.DateTimeFormatOptions = isDaily
    ? { day: 'numeric', month: 'short' }
    : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
  const format = new Intl.DateTimeFormat(languageTags[locale], { ...parts, timeZone })
  return (
    <svg className="equity-chart-times" aria-hidden="true">
      {times.map((time) => (
        <text key={time} x={`${at(time).toFixed(1)}%`} y="50%" dy="0.35em" textAnchor={anchorAt(at(time))}>
          {format.format(time)}
        </text>
      ))}
    </svg>
  )
}

/** Keeps dates at the edges of a narrow chart from being cut off. */
function anchorAt(share: number): 'start' | 'middle' | 'end' {
  if (share < 10) return 'start'
  return share > 90 ? 'end' : 'middle'
}
