import { effect, type ReadonlySignal, signal } from '@preact/signals-react'
import type { Candle } from '../candle.ts'
import { followTick, gapCount } from '../live/live.ts'
import { type CandleSource, createCandleSource, type SourceState } from './candle-source.ts'
import type { ChartState } from './chart-state.ts'
import { type ChartLook, type ChartView, createChartView, type PointedCandle } from './chart-view.ts'
import { fetchCandles } from './fetch-candles.ts'

/** What a pane shows: the state of its chart, and how to draw it. */
export interface PaneLook extends ChartLook, Pick<ChartState, 'asset'> {}

/** A chart with the candles of its asset, as they were and as they come. */
export interface Pane {
  view: ChartView
  /** Whether there are candles, and older ones */
  status: ReadonlySignal<SourceState>
  /** The candle that is pointed at, else the newest */
  pointed: ReadonlySignal<PointedCandle | undefined>
  /** Whether somebody points at it */
  isPointed: ReadonlySignal<boolean>
  /** Whether the newest candle is in the window */
  isAtNewest: ReadonlySignal<boolean>
  /** Whether the first candle there is has come into the window */
  isAtOldest: ReadonlySignal<boolean>
  /** The candles, new whenever one is over or older ones have come: not with every tick */
  candles: ReadonlySignal<readonly Candle[]>
  show(look: PaneLook): void
  retry(): void
  /** Moves the crosshair by so many candles, from the newest one when it is nowhere. */
  step(count: number): void
  dispose(): void
}

/** Older candles are fetched before the window comes to the first one: this many are left then. */
const reserve = 100

/**
 * @param candles  what the page has brought of the asset and timeframe of `initial`
 * @param visible  how many candles the window shows at first
 */
export function createPane(
  element: HTMLElement,
  initial: PaneLook,
  { candles: brought, visible }: { candles: readonly Candle[]; visible: number },
): Pane {
  let look = initial
  let index: number | undefined
  const view = createChartView(element, look)
  const status = signal<SourceState>({ newest: 'loading', older: 'more' })
  const pointed = signal<PointedCandle | undefined>(undefined)
  const isPointed = signal(false)
  const isAtNewest = signal(true)
  const isAtOldest = signal(false)
  const candles = signal<readonly Candle[]>([])
  let source: CandleSource
  let stop = () => {}

  const tellPointed = () => {
    pointed.value = view.pointAt(index)
    isPointed.value = index !== undefined
  }
  const follow = (first: readonly Candle[]) => {
    const { asset, tf } = look
    let isFirst = true
    const redraw = (change: 'all' | 'tail') => {
      const shown = source.candles
      if (change === 'all') {
        // A place among the candles is another one when older candles come before them.
        const added = shown.length - view.candles.length
        if (index !== undefined && !isFirst) index += Math.max(0, added)
        view.setCandles(shown)
        if (isFirst && shown.length > 0) view.showNewest(visible)
        isFirst = shown.length === 0
      } else view.updateCandle(shown)
      if (change === 'all' || shown.length !== candles.peek().length) candles.value = shown
      tellPointed()
    }
    index = undefined
    source = createCandleSource({ asset, tf, candles: first, fetchCandles, onChange: redraw })
    const own = source
    const stopStatus = effect(() => {
      status.value = own.state.value
    })
    if (first.length > 0) redraw('all')
    else view.setCandles([])
    const followed = followTick(asset, tf, (tick) => own.take(tick))
    const gaps = gapCount()
    let seen = gaps.peek()
    const stopGaps = effect(() => {
      if (gaps.value === seen) return
      seen = gaps.value
      own.fill()
    })
    // What the page has brought is as old as the page.
    if (first.length > 0) own.fill()
    stop = () => {
      stopStatus()
      stopGaps()
      followed.stop()
      own.dispose()
    }
    tellPointed()
  }

  view.onPoint((next) => {
    index = next
    tellPointed()
  })
  follow(brought)
  view.onWindow((left, right) => {
    isAtNewest.value = right <= 0
    isAtOldest.value = left < 0
    if (left < reserve) source.loadOlder()
  })

  return {
    view,
    status,
    pointed,
    isPointed,
    isAtNewest,
    isAtOldest,
    candles,
    show: (next) => {
      const isOther = next.asset !== look.asset || next.tf !== look.tf
      look = next
      if (isOther) {
        stop()
        view.setCandles([])
        candles.value = []
      }
      view.configure(look)
      if (isOther) follow([])
      tellPointed()
    },
    retry: () => source.retry(),
    step: (count) => {
      const last = view.candles.length - 1
      const to = Math.max(0, Math.min(last, (index ?? last + (count < 0 ? 1 : 0)) + count))
      view.pointTo(to)
    },
    dispose: () => {
      stop()
      view.dispose()
    },
  }
}
