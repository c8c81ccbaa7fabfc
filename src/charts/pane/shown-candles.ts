import { effect, signal } from '@preact/signals-react'
import type { DecimalCandle } from '../../market/candle.ts'
import { minuteMs, type Timeframe } from '../../market/timeframe.ts'
import { indexAt } from '../candles/candle-list.ts'
import { fetchCandles } from '../candles/candle-loader.ts'
import { type CandleSource, createCandleSource } from '../candles/candle-source.ts'
import type { SourceState } from '../candles/gap-filler.ts'
import type { AroundOutcome } from '../candles/go-around.ts'
import { keepCurrent } from '../candles/keep-current.ts'
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
}

/** Maximum number of loaded candles, unless more than a third of them are visible */
const maxCandles = 5000

function roomOf({ chart }: ChartView): number {
  const { from, to } = chart.timeScale().getVisibleLogicalRange() ?? { from: 0, to: 0 }
  return Math.max(maxCandles, 3 * Math.ceil(to - from))
}

/** Creates the choice of the candles to show when others have been loaded. */
function createPlace({ view, visible, moment }: Omit<ShownCandlesOptions, 'pointed'>) {
  const next = {
    /** Time that is shown and pointed to, ms UTC; without it, the newest candles */
    time: moment,
    /** Length of the time that is shown, ms; without it, the usual number of candles */
    spanMs: undefined as number | undefined,
    /** Shows the place once. @returns the time if it is before the loaded candles */
    show: ({ candles, isWhole }: Pick<CandleSource, 'candles' | 'isWhole'>): number | undefined => {
      const { time, spanMs } = next
      const index = time === undefined ? -1 : indexAt(candles, time)
      const wanted = spanMs === undefined ? visible : Math.ceil(spanMs / (view.look.tf * minuteMs))
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

/** Shows candles in a chart view, from one candle source at a time. */
export function createShownCandles({ view, pointed, visible, moment }: ShownCandlesOptions) {
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
    const opened = createCandleSource({
      asset,
      tf,
      candles: first,
      wanted,
      room: () => roomOf(view),
      fetchCandles,
      onChange: draw,
    })
    source = opened
    const stopStatus = effect(() => {
      status.value = opened.state.value
    })
    if (first.length > 0) draw('all')
    const stopTicks = keepCurrent(opened, asset, tf)
    // The initial candles are as old as the rendered page, so the newest are fetched again.
    if (first.length > 0) opened.catchUp()
    pointed.update()
    close = () => {
      for (const stop of [stopStatus, stopTicks, opened.dispose]) stop()
    }
  }
  const goTo = async (time?: number): Promise<AroundOutcome> => {
    place.time = time
    const outcome = (await source?.around(time).catch(reportError)) ?? ({ status: 'failed' } as const)
    place.time = undefined
    return outcome
  }
  return {
    status,
    candles,
    open,
    goTo,
    /** Shows the newest candles of a span, ms; if the timeframe is about to change, those of the next one. */
    showSpan: (spanMs: number, tf: Timeframe) => {
      place.spanMs = spanMs
      if (tf === view.look.tf) void goTo()
    },
    source: () => source,
    clear: () => {
      close()
      view.setCandles([], false)
      candles.value = []
    },
    close: () => close(),
  }
}
