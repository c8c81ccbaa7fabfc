import { type Signal, signal } from '@preact/signals-react'
import type { DecimalCandle } from '../../market/candle.ts'
import { mergeCandles } from './candle-list.ts'
import type { createLoader } from './candle-loader.ts'
import type { SourceState } from './gap-filler.ts'

export interface LoadedCandles {
  candles: readonly DecimalCandle[]
  isWhole: boolean
  readonly state: Signal<SourceState>
  set(change: Partial<SourceState>): void
}

/** Creates the list of loaded candles. @param wanted  limit with which the initial candles were requested */
export function createLoadedCandles(candles: readonly DecimalCandle[], wanted: number): LoadedCandles {
  const newest = candles.length > 0 ? 'ready' : 'loading'
  const state = signal<SourceState>({ newest, older: 'more', holes: 'whole' })
  return {
    candles,
    isWhole: candles.length > 0 && candles.length < wanted,
    state,
    set: (change) => {
      state.value = { ...state.peek(), ...change }
    },
  }
}

export interface PagesOptions {
  kept: LoadedCandles
  pageSize: number
  load: ReturnType<typeof createLoader>['load']
  onChange(change: 'all'): void
  /** Called after each loaded page: corrections that were received since the page's request must be applied to it. */
  onPage(): void
}

export function createPages({ kept, pageSize, load, onChange, onPage }: PagesOptions) {
  return {
    loadNewest: () => {
      kept.set({ newest: 'loading' })
      const receive = (page: DecimalCandle[]) => {
        kept.candles = mergeCandles(page, kept.candles)
        kept.isWhole = page.length < pageSize
        kept.set({ newest: kept.candles.length > 0 ? 'ready' : 'empty' })
        onChange('all')
        onPage()
      }
      load({ limit: pageSize }, receive, () => kept.set({ newest: 'failed' }))
    },
    loadOlder: () => {
      const first = kept.candles[0]
      if (!first) return
      kept.set({ older: 'loading' })
      const receive = (page: DecimalCandle[]) => {
        kept.set({ older: page.length > 0 ? 'more' : 'exhausted' })
        const wasWhole = kept.isWhole
        kept.isWhole = page.length < pageSize
        if (page.length > 0 || !wasWhole) {
          kept.candles = mergeCandles(page, kept.candles)
          onChange('all')
        }
        onPage()
      }
      load({ to: first.openTime, limit: pageSize }, receive, () => kept.set({ older: 'failed' }))
    },
  }
}
