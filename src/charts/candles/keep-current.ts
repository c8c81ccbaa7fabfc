import { effect } from '@preact/signals-react'
import { followTick, gapCount } from '../../live/live.ts'
import type { Timeframe } from '../../market/timeframe.ts'
import type { CandleSource } from './candle-source.ts'

/** Passes ticks to a source and refetches what a lost connection may have missed. Returns the end. */
export function keepCurrent(source: CandleSource, asset: string, tf: Timeframe): () => void {
  const followed = followTick(asset, tf, source.take)
  const gaps = gapCount()
  let seen = gaps.peek()
  const stopGaps = effect(() => {
    if (gaps.value === seen) return
    seen = gaps.value
    source.fill()
  })
  return () => {
    stopGaps()
    followed.stop()
  }
}
