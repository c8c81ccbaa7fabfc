import { closeTimeOf, minuteMs, openTimeOf } from '../../market/timeframe.ts'
import type { Pane } from '../pane/pane.ts'

/**
 * Listens for the candle at which a replay is to begin: a press on it, or Enter at the crosshair. The replay begins
 * when the candle closes. Returns a function that stops this.
 */
export function listenForStart({ view, pointed, isPointed }: Pane, on: { begin(time: number): void; cancel(): void }) {
  const choose = (openTime: number | undefined) => {
    if (openTime === undefined) return
    const end = closeTimeOf(openTime, view.look.tf)
    on.begin(end <= Date.now() ? end : Math.max(openTime, openTimeOf(Date.now(), 1) - minuteMs))
  }
  const press = ({ logical }: { logical?: number }) => {
    if (logical !== undefined) choose(view.candles[Math.round(logical)]?.openTime)
  }
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isPointed.peek()) choose(pointed.peek()?.candle.openTime)
    else if (event.key === 'Escape') on.cancel()
    else return
    event.preventDefault()
  }
  const plot = view.element.parentElement
  view.chart.subscribeClick(press)
  plot?.addEventListener('keydown', key)
  return () => {
    view.chart.unsubscribeClick(press)
    plot?.removeEventListener('keydown', key)
  }
}
