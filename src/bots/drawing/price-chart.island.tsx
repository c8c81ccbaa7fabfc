import { useEffect, useRef, useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import type { Timeframe } from '../../market/timeframe.ts'
import type { MarkedChart, MarkedChartState, PriceLevel, TradeMark } from './marked-chart.ts'

export interface PriceChartWords {
  name: string
  loading: string
  empty: string
  failed: string
  previous: string
  next: string
  /** Position of the shown trade: `Trade {{number}} of {{total}}` */
  place: string
  attribution: string
}

export interface PriceChartProps {
  asset: string
  tf: Timeframe
  /** Span of the chart; `to` is exclusive, both in ms UTC */
  from: number
  to: number
  priceDigits: number
  locale: Locale
  /** Trades to mark, ascending by time */
  trades: readonly TradeMark[]
  levels?: readonly PriceLevel[]
  words: PriceChartWords
}

/** Default value as a constant, so that it does not trigger effects at each render */
const noLevels: readonly PriceLevel[] = []

/** Price chart of a past period with marked trades; the table of trades has the same information. */
export function PriceChart({ levels = noLevels, ...props }: PriceChartProps) {
  const { asset, tf, from, to, priceDigits, locale, trades, words } = props
  const host = useRef<HTMLDivElement>(null)
  const chart = useRef<MarkedChart>(undefined)
  const [state, setState] = useState<MarkedChartState>('loading')
  const [shown, setShown] = useState(trades.length - 1)
  useEffect(() => {
    const element = host.current
    if (!element) return
    let isGone = false
    const modes = new MutationObserver(() => chart.current?.repaint())
    modes.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] })
    setState('loading')
    import('./marked-chart.ts').then(
      ({ createMarkedChart }) => {
        if (isGone) return
        chart.current = createMarkedChart(element, {
          ...{ asset, tf, from, to, priceDigits, locale, trades, levels },
          onState: setState,
        })
        chart.current.show(trades.at(-1)?.[0] ?? to)
      },
      (error: unknown) => {
        reportError(error)
        setState('failed')
      },
    )
    return () => {
      isGone = true
      modes.disconnect()
      chart.current?.dispose()
      chart.current = undefined
    }
  }, [asset, tf, from, to, priceDigits, locale, trades, levels])
  const goTo = (index: number) => {
    setShown(index)
    chart.current?.show(trades[index]?.[0] ?? to)
  }
  return (
    <section className="price-chart" aria-label={words.name}>
      <div ref={host} className="price-chart-plot" role="img" aria-label={words.name} />
      {state !== 'ready' && (
        <p className="price-chart-state" role="status">
          {words[state]}
        </p>
      )}
      {/* The library's license requires this attribution; the charts page has the full notice. */}
      <a className="asset-chart-library" href="https://www.tradingview.com/" rel="noopener" target="_blank">
        {words.attribution}
      </a>
      {trades.length > 0 && <TradeSteps shown={shown} count={trades.length} words={words} onGo={goTo} />}
    </section>
  )
}

interface TradeStepsProps {
  /** Index of the trade shown in the chart */
  shown: number
  count: number
  words: PriceChartWords
  onGo(index: number): void
}

function TradeSteps({ shown, count, words, onGo }: TradeStepsProps) {
  return (
    <div className="price-chart-trades">
      <button className="button button-quiet" type="button" disabled={shown < 1} onClick={() => onGo(shown - 1)}>
        {words.previous}
      </button>
      <span aria-live="polite">
        {words.place.replace('{{number}}', String(shown + 1)).replace('{{total}}', String(count))}
      </span>
      <button
        className="button button-quiet"
        type="button"
        disabled={shown >= count - 1}
        onClick={() => onGo(shown + 1)}
      >
        {words.next}
      </button>
    </div>
  )
}
