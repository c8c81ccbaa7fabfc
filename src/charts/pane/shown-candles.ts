import { effect, type Signal, signal } from '@preact/signals-react'
import type { DecimalCandle } from '../../market/candle.ts'
import { type CandleLength, closeTimeOf, minuteMs, minutesOf } from '../../market/timeframe.ts'
import { indexAt } from '../candles/candle-list.ts'
import { type CandleSource, createCandleSource } from '../candles/candle-source.ts'
import type { CandleSupply } from '../candles/candle-supply.ts'
import type { AroundOutcome } from '../candles/go-around.ts'
import type { SourceState } from '../candles/hole-filler.ts'
import { liveSupply } from '../candles/live-supply.ts'
import type { ChartView } from '../canvas/chart-view.ts'
import { afterMoment, firstCount } from '../canvas/dimensions.ts'
import type { CandlePointer, PaneLook } from './pane.ts'

export interface ShownCandlesOptions {
  view: ChartView
  pointed: CandlePointer
  /** Number of candles shown at first */
  visible: number
  /** Time that is shown and pointed at first, ms UTC, instead of the newest candles */
  moment?: number | undefined
  supply?: CandleSupply | undefined
}

/** Maximum number of loaded candles, unless more than a third of them are visible */
const maxCandles = 5000

function roomOf({ chart }: ChartView): number {
  const { from, to } = chart.timeScale().getVisibleLogicalRange() ?? { from: 0, to: 0 }
  return Math.max(maxCandles, 3 * Math.ceil(to - from))
}

/** Creates the choice of the candles to show when others have been loaded. */
function createPlace({ view, visible, moment }: Omit<ShownCandlesOptions, 'pointed' | 'supply'>) {
  const next = {
    /** Time that is shown and pointed to, ms UTC; without it, the newest candles */
    time: moment,
    /** Length of the time that is shown, ms; without it, the usual number of candles */
    spanMs: undefined as number | undefined,
    /** Shows the place once. @returns the time if it is before the loaded candles */
    show: ({ candles, isWhole }: Pick<CandleSource, 'candles' | 'isWhole'>): number | undefined => {
      const { time, spanMs } = next
      const index = time === undefined ? -1 : indexAt(candles, time)
      const wanted = spanMs === undefined ? visible : Math.ceil(spanMs / (minutesOf(view.look.tf) * minuteMs))
      const count = spanMs !== undefined && isWhole ? Math.min(wanted, candles.length) : wanted
      next.time = next.spanMs = undefined
      if (index < 0) {
        view.range.showNewest(count)
        return time
      }
      view.range.showUntil(Math.min(index + afterMoment, candles.length), count)
      view.pointTo(index)
      return undefined
    },
  }
  return next
}

/** Candles that had closed at the time of a replay; none if they do not reach it, or are too few for the first view. */
function keptCandles(candles: readonly DecimalCandle[], { until }: CandleSupply, look: PaneLook) {
  const end = candles.findIndex(({ openTime }) => until !== undefined && closeTimeOf(openTime, look.tf) > until)
  return end < firstCount(look) ? [] : candles.slice(0, end)
}

/** Reports the state of a source. Returns a function that closes the source. */
function keepOpen(source: CandleSource, status: Signal<SourceState>, stopFollowing: () => void): () => void {
  const stopStatus = effect(() => {
    status.value = source.state.value
  })
  return () => {
    for (const stop of [stopStatus, stopFollowing, source.dispose]) stop()
  }
}

/** Shows candles in a chart view, from one candle source at a time. */
export function createShownCandles({ view, pointed, visible, moment, supply = liveSupply }: ShownCandlesOptions) {
  let current = supply
  const status = signal<SourceState>({ newest: 'loading', older: 'more', holes: 'whole' })
  const candles = signal<readonly DecimalCandle[]>([])
  let source: CandleSource | undefined
  let close = () => {}

  const place = createPlace({ view, visible, moment })
  const draw = (change: 'all' | 'tail' | 'moved') => {
    if (!source) return
    const { candles: shown } = source
    const isFirst = view.candles.length === 0 && shown.length > 0
    if (change === 'tail') view.updateCandle(shown)
    else {
      pointed.follow(shown)
      view.setCandles(shown, source.isWhole, source.isLive)
      const older = isFirst || change === 'moved' ? place.show(source) : undefined
      if (older !== undefined) void goTo(older)
    }
    if (change !== 'tail' || shown.length !== candles.peek().length) candles.value = shown
    pointed.update()
  }
  const open = ({ asset, tf, indicators }: PaneLook, first: readonly DecimalCandle[]) => {
    const wanted = firstCount({ indicators, tf })
    pointed.clear()
    const { fetchCandles } = current
    const room = () => roomOf(view)
    const opened = createCandleSource({ asset, tf, candles: first, wanted, room, fetchCandles, onChange: draw })
    source = opened
    if (first.length > 0) draw('all')
    close = keepOpen(opened, status, current.follow(opened, asset, tf))
    // The initial candles are as old as the rendered page, so the newest are fetched again.
    if (first.length > 0) opened.catchUp()
    pointed.update()
  }
  const goTo = async (time?: number): Promise<AroundOutcome> => {
    place.time = time
    const outcome = (await source?.around(time).catch(reportError)) ?? ({ status: 'failed' } as const)
    place.time = undefined
    return outcome
  }
  const clear = () => {
    close()
    view.setCandles([], false)
    candles.value = []
  }
  return {
    status,
    candles,
    open,
    /** Shows candles of another supply, at first those of the list that it may show too. */
    change: (next: CandleSupply, look: PaneLook) => {
      const kept = keptCandles(view.candles, next, look)
      current = next
      if (kept.length > 0) close()
      else clear()
      open(look, kept)
    },
    goTo,
    /** Shows the newest candles of a span, ms; if the timeframe is about to change, those of the next one. */
    showSpan: (spanMs: number, tf: CandleLength) => {
      place.spanMs = spanMs
      if (tf === view.look.tf) void goTo()
    },
    source: () => source,
    clear,
    close: () => close(),
  }
}
