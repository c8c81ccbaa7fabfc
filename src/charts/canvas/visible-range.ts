import type { IChartApi } from 'lightweight-charts'
import { roomAhead } from './dimensions.ts'

export interface VisibleRange {
  /** Keeps the range while series change, which would move it. @param added  candles added before the first one */
  keep(change: () => void, added?: number): void
  showNewest(count: number): void
  zoom(factor: number): void
  goToNewest(): void
  /**
   * Receives how many candles are hidden left and right; negative for empty space. Returns a function that stops it.
   */
  onChange(listener: (left: number, right: number) => void): () => void
}

export function createVisibleRange(chart: IChartApi, candleCount: () => number): VisibleRange {
  const scale = chart.timeScale()
  return {
    keep: (change, added = 0) => {
      const range = candleCount() > 0 ? scale.getVisibleLogicalRange() : null
      change()
      if (range) scale.setVisibleLogicalRange({ from: range.from + added, to: range.to + added })
    },
    showNewest: (count) => {
      const length = candleCount()
      scale.setVisibleLogicalRange({ from: length - count, to: length - 1 + roomAhead })
    },
    zoom: (factor) => {
      const range = scale.getVisibleLogicalRange()
      if (range) scale.setVisibleLogicalRange({ from: range.to - (range.to - range.from) * factor, to: range.to })
    },
    goToNewest: () => {
      const range = scale.getVisibleLogicalRange()
      const to = candleCount() - 1 + roomAhead
      if (range) scale.setVisibleLogicalRange({ from: to - (range.to - range.from), to })
    },
    onChange: (listener) => {
      const notify = (range: { from: number; to: number } | null) => {
        if (range && candleCount() > 0) listener(Math.floor(range.from), candleCount() - 1 - range.to)
      }
      scale.subscribeVisibleLogicalRangeChange(notify)
      return () => scale.unsubscribeVisibleLogicalRangeChange(notify)
    },
  }
}
