import { signal } from '@preact/signals-react'
import type { DecimalCandle } from '../../market/candle.ts'
import type { CandleSupply } from '../candles/candle-supply.ts'
import { liveSupply } from '../candles/live-supply.ts'
import { createChartView } from '../canvas/chart-view.ts'
import { warmUpOf } from '../canvas/dimensions.ts'
import { createCandlePointer, type Pane, type PaneLook } from './pane.ts'
import { createShownCandles } from './shown-candles.ts'

export { compareWith } from './compare.ts'

/**
 * Minimum number of candles to the left of the visible range, in addition to the indicators' warm-up; if there are
 * fewer, older candles are fetched
 */
const reserve = 100

export interface FirstView {
  /** Candles for the asset and timeframe of the first look */
  candles: readonly DecimalCandle[]
  /** Number of candles shown at first */
  visible: number
  /** Time that is shown and pointed at first, ms UTC, instead of the newest candles */
  moment?: number | undefined
  supply?: CandleSupply | undefined
}

export function createPane(
  element: HTMLElement,
  initial: PaneLook,
  { candles, visible, moment, supply }: FirstView,
): Pane {
  let look = initial
  const view = createChartView(element, look)
  const pointed = createCandlePointer(view)
  const isAtNewest = signal(true)
  const isAtOldest = signal(false)
  const shown = createShownCandles({ view, pointed, visible, moment, supply })
  shown.open(look, candles)
  let [onLeft, onRight] = [Number.POSITIVE_INFINITY, 0]
  const isLive = () => shown.source()?.isLive !== false
  const reachBack = () => {
    if (onLeft < reserve + warmUpOf(look.indicators, look.tf)) shown.source()?.loadOlder()
    else if (onRight < reserve) shown.source()?.loadNewer()
  }
  view.range.onChange((left, right) => {
    isAtNewest.value = right <= 0 && isLive()
    isAtOldest.value = left < 0
    onLeft = left
    onRight = right
    reachBack()
  })

  return {
    view,
    status: shown.status,
    pointed: pointed.candle,
    isPointed: pointed.isPointed,
    isAtNewest,
    isAtOldest,
    candles: shown.candles,
    show: (next) => {
      const isOther = next.asset !== look.asset || next.tf !== look.tf
      look = next
      if (isOther) shown.clear()
      view.configure(look)
      if (isOther) shown.open(look, [])
      else reachBack()
      pointed.update()
    },
    change: (next = liveSupply) => shown.change(next, look),
    retry: () => shown.source()?.retry(),
    goToNewest: () => {
      if (!isLive()) return void shown.goTo()
      // The keys continue from the newest candle, not from one that is out of sight.
      view.pointTo(undefined)
      view.range.goToNewest()
    },
    goTo: shown.goTo,
    showSpan: shown.showSpan,
    step: pointed.step,
    dispose: () => {
      shown.close()
      view.dispose()
    },
  }
}
