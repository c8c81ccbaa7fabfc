import { ColorType, CrosshairMode, LineStyle, TickMarkType, type Time } from 'lightweight-charts'
import { withMinus } from '../../i18n/format.ts'
import { type Locale, languageTags } from '../../i18n/locales.ts'
import { type CandleLength, isIntraday } from '../../market/timeframe.ts'
import { axisFormats, instantOf, type MarkSpan } from './axis-time.ts'
import { axisHeight, axisWidth, roomAhead } from './dimensions.ts'
import type { Palette } from './palette.ts'

export function themeOptions(palette: Palette) {
  const crosshair = { color: palette.crosshair, labelBackgroundColor: palette.label, style: LineStyle.Dashed, width: 1 }
  const line = { ...crosshair, width: 1 } as const
  return {
    layout: {
      background: { type: ColorType.Solid, color: palette.background },
      textColor: palette.text,
      fontSize: 11,
      fontFamily: "'Inter Variable', system-ui, sans-serif",
      panes: { separatorColor: palette.border, separatorHoverColor: palette.grid, enableResize: true },
      // The library's logo is off, because it adds a style element, which the CSP refuses; the page has a link to the
      // library instead.
      attributionLogo: false,
    },
    grid: { vertLines: { color: palette.grid }, horzLines: { color: palette.grid } },
    crosshair: { mode: CrosshairMode.Normal, vertLine: line, horzLine: line },
    rightPriceScale: { borderColor: palette.border, minimumWidth: axisWidth, entireTextOnly: true },
    // A vertical swipe must scroll the page, not the chart.
    handleScroll: { vertTouchDrag: false },
    kineticScroll: { touch: true, mouse: false },
  } as const
}

const spans: Record<TickMarkType, MarkSpan> = {
  [TickMarkType.Year]: 'year',
  [TickMarkType.Month]: 'month',
  [TickMarkType.DayOfMonth]: 'day',
  [TickMarkType.Time]: 'time',
  [TickMarkType.TimeWithSeconds]: 'time',
}

export interface FormatSettings {
  tf: CandleLength
  locale: Locale
  palette: Palette
}

export function formatOptions({ tf, locale, palette }: FormatSettings) {
  const times = axisFormats(locale, tf)
  const percent = new Intl.NumberFormat(languageTags[locale], { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const secondsOf = (time: Time) => (typeof time === 'number' ? time : 0)
  return {
    localization: {
      locale: languageTags[locale],
      percentageFormatter: (value: number) => `${withMinus(percent.format(value))} %`,
      timeFormatter: (time: Time) => times.moment(instantOf(secondsOf(time), tf)),
    },
    timeScale: {
      borderColor: palette.border,
      timeVisible: isIntraday(tf),
      secondsVisible: false,
      minimumHeight: axisHeight,
      rightOffset: roomAhead,
      minBarSpacing: 1,
      tickMarkFormatter: (time: Time, type: TickMarkType) => times.mark(secondsOf(time), spans[type]),
    },
  }
}
