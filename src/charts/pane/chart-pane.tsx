import { useSignals } from '@preact/signals-react/runtime'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import { indicatorText } from '../../indicators/catalog.ts'
import { followTick } from '../../live/live.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { pairOf } from '../../market/instrument.ts'
import { formatChange, formatPrice } from '../../market/price-format.ts'
import { type CandleLength, closeTimeOf, moscowDay } from '../../market/timeframe.ts'
import { indexAt } from '../candles/candle-list.ts'
import type { CandleSupply } from '../candles/candle-supply.ts'
import { CandleTable } from '../candles/candle-table.tsx'
import { holesOf, spanText } from '../candles/holes.ts'
import { axisFormats } from '../canvas/axis-time.ts'
import type { PointedCandle } from '../canvas/chart-view.ts'
import { afterMoment } from '../canvas/dimensions.ts'
import type { SeriesColors } from '../canvas/palette.ts'
import type { ChartAsset } from '../chart-props.ts'
import type { ChartState } from '../chart-state.ts'
import { readPlotKey } from '../controls/keyboard.ts'
import type { Navigation } from '../controls/state-link.tsx'
import { Gaps } from '../gaps/gaps.tsx'
import { Posters } from '../poster/posters.server.tsx'
import { type ChartWords, fill } from '../words.ts'
import { Legend } from './legend.tsx'
import type { Pane } from './pane.ts'
import { PaneStatus } from './pane-status.tsx'
import { useLinePointer } from './use-line-pointer.ts'
import { usePane } from './use-pane.ts'
import { usePaneHeights } from './use-pane-heights.ts'

/** Selector of the parts of the legend in the price pane; other parts are in their own panes */
const overPrices = '.chart-legend-candle, .chart-legend-fold > summary, .chart-legend-fold[open] li:not([data-pane])'
/** Distance between the legend and the highest price, px */
const gap = 6

/**
 * Keeps the prices below the legend, however many lines the legend takes. Prices do not move while the pointer is over
 * candles and the legend shows their values.
 */
function useLegendRoom(
  stage: RefObject<HTMLElement | null>,
  { pane, hasIndicators }: { pane: Pane | undefined; hasIndicators: boolean },
): void {
  useEffect(() => {
    const element = stage.current
    if (!pane || !element) return
    const measure = () => {
      if (element.querySelector('.chart-legend[data-pointed=true]')) return
      const { top } = element.getBoundingClientRect()
      const parts = [...element.querySelectorAll(overPrices)].map((part) => part.getBoundingClientRect().bottom)
      pane.view.leaveRoom(Math.max(top, ...parts) - top + gap)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    const growing = hasIndicators ? '.chart-legend-candle, .chart-legend-fold' : '.chart-legend-candle'
    for (const part of element.querySelectorAll(growing)) observer.observe(part)
    return () => observer.disconnect()
  }, [stage, pane, hasIndicators])
}

interface StageOptions {
  pane: Pane | undefined
  to: Navigation | undefined
  hasIndicators: boolean
}

/** Connects the legends of a chart with its canvas. */
function useStage(stage: RefObject<HTMLElement | null>, { pane, to, hasIndicators }: StageOptions): void {
  useLegendRoom(stage, { pane, hasIndicators })
  usePaneHeights(stage, { pane, to })
  useLinePointer(stage, pane)
}

export interface ChartPaneProps {
  asset: ChartAsset
  state: ChartState
  /** Initial candles, ascending; empty if the asset or timeframe has changed since the page was rendered */
  candles: readonly DecimalCandle[]
  /** Time that is shown at first, ms UTC, instead of the newest candles */
  moment?: number | undefined
  supply?: CandleSupply | null | undefined
  colors: SeriesColors
  locale: Locale
  words: ChartWords
  /** Text shown if the asset has no candles */
  empty: string
  /** How the chart is changed; without it, its indicators have no controls */
  to?: Navigation | undefined
  onPane?: ((pane: Pane | undefined) => void) | undefined
  children?: ReactNode
}

const reachable = 0

/** Number of characters of a price for which the axis and two columns of the legend on a phone have room */
const usualLength = 11

function useLongPrices(candles: readonly DecimalCandle[], digits: number, locale: Locale): boolean {
  return useMemo(() => {
    const highest = Math.max(0, ...candles.map(({ high }) => high))
    return formatPrice(locale, highest, digits).length > usualLength
  }, [candles, digits, locale])
}

/** Candles up to those shown after a moment; all without one, or if the moment is before the first candle. */
function candlesUntil(candles: readonly DecimalCandle[], moment: number | undefined): readonly DecimalCandle[] {
  const index = moment === undefined ? -1 : indexAt(candles, moment)
  return index < 0 ? candles : candles.slice(0, index + afterMoment)
}

export function ChartPane(props: ChartPaneProps) {
  useSignals()
  const { asset, state, candles, moment, supply, colors, locale, words, to, onPane, children } = props
  const host = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const { pane, hasFailed } = usePane(host, { asset, state, candles, moment, supply, colors, locale })
  useStage(stage, { pane, to, hasIndicators: state.indicators.length > 0 })
  const [read, setRead] = useState('')
  useEffect(() => {
    onPane?.(pane)
    return () => onPane?.(undefined)
  }, [pane, onPane])
  const pointed = pane ? pane.pointed.value : firstPoint(candles)
  const shownCandles = pane && pane.candles.value.length > 0 ? pane.candles.value : candles
  // The table changes with closed candles and with computed indicators, not with every tick.
  const computed = pointed?.indicators.map(({ choice }) => indicatorText(choice)).join()
  const table = useMemo(
    () => (
      <CandleTable
        {...{ asset, tf: state.tf, candles: shownCandles, indicators: state.indicators, locale, words }}
        valuesAt={(index) => (computed ? pane?.view.pointAt(index)?.indicators : undefined)}
      />
    ),
    [asset, state, shownCandles, computed, locale, words, pane],
  )
  const isLong = useLongPrices(shownCandles, asset.priceDigits, locale)
  const handleKey = (event: KeyboardEvent) => {
    const act = event.target === event.currentTarget ? readPlotKey(event, event.shiftKey) : undefined
    if (!act || !pane) return
    event.preventDefault()
    if (act.name === 'step') {
      pane.step(act.count)
      setRead(textOf(pane.pointed.peek(), props))
    } else if (act.name === 'zoom') pane.view.range.zoom(act.factor)
    else if (act.name === 'newest') pane.goToNewest()
  }
  const tf = words[`tf${state.tf}`]
  return (
    <section
      className="chart-pane"
      data-asset={state.asset}
      data-tf={state.tf}
      data-kind={state.kind}
      data-long={isLong || undefined}
    >
      <div className="chart-stage" ref={stage}>
        <Legend
          asset={asset}
          tf={state.tf}
          locale={locale}
          words={words}
          indicators={state.indicators}
          pointed={pointed}
          candles={candles}
          isPointed={pane?.isPointed.value ?? false}
          to={to}
        />
        <div
          className="chart-plot"
          role="application"
          tabIndex={reachable}
          aria-label={fill(words.plot, { pair: pairOf(asset), tf })}
          aria-description={words.plotHelp}
          data-is-live={pane !== undefined}
          onKeyDown={handleKey}
        >
          {!pane && <Posters {...{ asset, state, colors, locale }} candles={candlesUntil(candles, moment)} />}
          <div ref={host} className="chart-canvas" />
          {supply === undefined && pane && <Countdown {...{ pane, asset, tf: state.tf, words }} />}
          {pane && <Gaps {...{ pane, asset: asset.asset, tf: state.tf, words }} />}
          {children}
        </div>
      </div>
      <PaneStatus pane={pane} hasFailed={hasFailed} isEmpty={candles.length === 0} empty={props.empty} words={words} />
      <p className="visually-hidden" role="status">
        {read}
      </p>
      {table}
    </section>
  )
}

function firstPoint(candles: readonly DecimalCandle[]): PointedCandle | undefined {
  const candle = candles.at(-1)
  return candle && { candle, previous: candles.at(-2), indicators: [] }
}

/** Text that screen readers announce when the crosshair is moved by keyboard */
function textOf(point: PointedCandle | undefined, { asset, state, locale, words }: ChartPaneProps): string {
  if (!point) return ''
  const { candle, previous } = point
  const price = (value: number) => formatPrice(locale, value, asset.priceDigits)
  const change = candle.close / (previous?.close ?? candle.open) - 1
  const { moment } = axisFormats(locale, state.tf)
  const holes = previous ? holesOf([previous, candle], state.tf) : []
  return [
    ...holes.map((hole) => `${words.holes}: ${spanText(hole, moment)}`),
    moment(candle.openTime),
    `${words.openLong} ${price(candle.open)}`,
    `${words.highLong} ${price(candle.high)}`,
    `${words.lowLong} ${price(candle.low)}`,
    `${words.closeLong} ${price(candle.close)}`,
    formatChange(locale, change * 100),
  ].join('; ')
}

interface CountdownProps {
  pane: Pane
  asset: ChartAsset
  tf: CandleLength
  words: ChartWords
}

/**
 * Shows the time until the current candle closes, by the clock of the feed. In the corner between both axes it covers
 * no label. Screen readers do not announce it. A replay has no countdown, because it receives no ticks.
 */
function Countdown({ pane, asset: { asset }, tf, words }: CountdownProps) {
  const [text, setText] = useState('')
  useEffect(() => {
    const { view } = pane
    /** Difference between the clocks of the feed and of this device, ms */
    let ahead = 0
    const count = () => {
      const last = view.candles.at(-1)
      setText(last ? remainingText(closeTimeOf(last.openTime, tf) - Date.now() - ahead) : '')
    }
    count()
    const timer = setInterval(count, 1000)
    const followed = followTick(asset, tf === moscowDay ? 60 : tf, ({ time }) => {
      ahead = time - Date.now()
    })
    return () => {
      clearInterval(timer)
      followed.stop()
    }
  }, [pane, asset, tf])
  return (
    <span className="chart-countdown" role="timer" aria-live="off" aria-label={words.closesIn} title={words.closesIn}>
      {text}
    </span>
  )
}

/** Formats a remaining time, given in ms, as `04:09` or `13:04:09`; empty when no time is left. */
export function remainingText(ms: number): string {
  if (ms <= 0) return ''
  const seconds = Math.ceil(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return (parts[0] ? parts : parts.slice(1)).map((part) => String(part).padStart(2, '0')).join(':')
}
