import { effect, type ReadonlySignal, signal } from '@preact/signals-react'
import { longestMemory } from '../../indicators/catalog.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { type CandleSource, createCandleSource, type SourceState } from '../candles/candle-source.ts'
import { fetchCandles } from '../candles/fetch-candles.ts'
import { keepCurrent } from '../candles/keep-current.ts'
import type { ChartLook } from '../canvas/chart-look.ts'
import { type ChartView, createChartView } from '../canvas/chart-view.ts'
import { firstCount } from '../canvas/room.ts'
import type { ChartState } from '../chart-state.ts'
import { createPointed, type Pointed } from './pointed.ts'

export interface PaneLook extends ChartLook, Pick<ChartState, 'asset'> {}

export interface Pane {
  view: ChartView
  status: ReadonlySignal<SourceState>
  pointed: Pointed['candle']
  isPointed: Pointed['isPointed']
  isAtNewest: ReadonlySignal<boolean>
  isAtOldest: ReadonlySignal<boolean>
  /** Another list whenever a candle has closed or older ones have come: not with every tick */
  candles: ReadonlySignal<readonly DecimalCandle[]>
  show(look: PaneLook): void
  retry(): void
  step: Pointed['step']
  dispose(): void
}

/** Candles left of the visible range, beside those that indicators follow from, at which older ones are fetched */
const reserve = 100

/**
 * @param candles  initial ones, of the asset and timeframe of `initial`
 * @param visible  number of candles shown at first
 */
export function createPane(
  element: HTMLElement,
  initial: PaneLook,
  { candles: initialCandles, visible }: { candles: readonly DecimalCandle[]; visible: number },
): Pane {
  let look = initial
  const view = createChartView(element, look)
  const status = signal<SourceState>({ newest: 'loading', older: 'more', holes: 'whole' })
  const pointed = createPointed(view)
  const isAtNewest = signal(true)
  const isAtOldest = signal(false)
  const candles = signal<readonly DecimalCandle[]>([])

  const draw = (change: 'all' | 'tail') => {
    const { candles: shown } = source
    const before = view.candles.length
    if (change === 'all') {
      // Older candles shift the index of the one under the crosshair.
      if (before > 0) pointed.shift(Math.max(0, shown.length - before))
      view.setCandles(shown, source.isWhole)
      if (before === 0 && shown.length > 0) view.range.showNewest(visible)
    } else view.updateCandle(shown)
    if (change === 'all' || shown.length !== candles.peek().length) candles.value = shown
    pointed.update()
  }
  let source: CandleSource
  let close = () => {}
  const open = (first: readonly DecimalCandle[]) => {
    const { asset, tf, indicators } = look
    const wanted = firstCount(indicators)
    pointed.clear()
    source = createCandleSource({ asset, tf, candles: first, wanted, fetchCandles, onChange: draw })
    const { state, catchUp, dispose } = source
    const stopStatus = effect(() => {
      status.value = state.value
    })
    if (first.length > 0) draw('all')
    const stopTicks = keepCurrent(source, asset, tf)
    // Initial candles are as old as the page.
    if (first.length > 0) catchUp()
    pointed.update()
    close = () => {
      for (const stop of [stopStatus, stopTicks, dispose]) stop()
    }
  }

  open(initialCandles)
  let onLeft = Number.POSITIVE_INFINITY
  const reachBack = () => {
    if (onLeft < reserve + longestMemory(look.indicators)) source.loadOlder()
  }
  view.range.onChange((left, right) => {
    isAtNewest.value = right <= 0
    isAtOldest.value = left < 0
    onLeft = left
    reachBack()
  })

  return {
    view,
    status,
    pointed: pointed.candle,
    isPointed: pointed.isPointed,
    isAtNewest,
    isAtOldest,
    candles,
    show: (next) => {
      const isOther = next.asset !== look.asset || next.tf !== look.tf
      look = next
      if (isOther) {
        close()
        view.setCandles([], false)
        candles.value = []
      }
      view.configure(look)
      if (isOther) open([])
      else reachBack()
      pointed.update()
    },
    retry: () => source.retry(),
    step: pointed.step,
    dispose: () => {
      close()
      view.dispose()
    },
  }
}
