import { effect } from '@preact/signals-react'
import { followTick, interruptionCount, onCorrection } from '../../live/live.ts'
import { type CandleLength, moscowDay } from '../../market/timeframe.ts'
import type { CandleSource } from './candle-source.ts'

/**
 * Keeps a candle source up to date: passes ticks to it and refetches corrected or missed candles. Returns a function
 * that stops this.
 */
export function keepCurrent(source: CandleSource, asset: string, tf: CandleLength): () => void {
  const followed = tf === moscowDay ? followMoscowDay(source, asset) : followTick(asset, tf, source.take)
  const interruptions = interruptionCount()
  let seen = interruptions.peek()
  const stopInterruptions = effect(() => {
    if (interruptions.value === seen) return
    seen = interruptions.value
    source.renew()
  })
  const stopCorrections = onCorrection(asset, source.correct)
  return () => {
    stopCorrections()
    stopInterruptions()
    followed.stop()
  }
}

/** Follows the current day of Moscow. Its code is loaded with the first use. */
function followMoscowDay(source: CandleSource, asset: string): { stop(): void } {
  let stop = () => {}
  let isStopped = false
  import('./moscow-day.ts').then(({ keepMoscowDay }) => {
    if (!isStopped) stop = keepMoscowDay(source, asset)
  }, reportError)
  return {
    stop: () => {
      isStopped = true
      stop()
    },
  }
}
