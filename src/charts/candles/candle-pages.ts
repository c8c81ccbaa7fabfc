import { type Signal, signal } from '@preact/signals-react'
import type { DecimalCandle } from '../../market/candle.ts'
import { mergeCandles } from './candle-list.ts'
import type { createLoader } from './candle-loader.ts'
import type { SourceState } from './hole-filler.ts'

export interface LoadedCandles {
  candles: readonly DecimalCandle[]
  isWhole: boolean
  /** Whether the current candle is loaded; without it, ticks are ignored */
  isLive: boolean
  /** Increases when the list is replaced: pages requested before do not belong to it */
  list: number
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
    isLive: true,
    list: 0,
    state,
    set: (change) => {
      state.value = { ...state.peek(), ...change }
    },
  }
}

export interface PagesOptions {
  kept: LoadedCandles
  pageSize: number
  /** Maximum number of loaded candles: a page at one end drops candles at the other */
  room(): number
  load: ReturnType<typeof createLoader>['load']
  onChange(change: 'all'): void
  /** Called after each loaded page: corrections that were received since the page's request must be applied to it. */
  onPage(): void
  /** Called when the current candle is loaded again. Ticks since the request were missed. @param from  ms UTC */
  onLive(from: number): void
}

export function createPages({ kept, pageSize, room, load, onChange, onPage, onLive }: PagesOptions) {
  /** List whose next page is loading */
  let loadingNewer = -1
  const ask = (
    range: Parameters<typeof load>[0],
    onCandles: (page: DecimalCandle[]) => void,
    onFailure: () => void,
  ) => {
    const { list } = kept
    const ofList = (act: () => void) => list === kept.list && act()
    load(
      range,
      (page) => ofList(() => onCandles(page)),
      () => ofList(onFailure),
    )
  }
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
      ask({ limit: pageSize }, receive, () => kept.set({ newest: 'failed' }))
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
          const candles = mergeCandles(page, kept.candles)
          kept.candles = candles.slice(0, room())
          if (candles.length > kept.candles.length) kept.isLive = false
          onChange('all')
        }
        onPage()
      }
      ask({ to: first.openTime, limit: pageSize }, receive, () => kept.set({ older: 'failed' }))
    },
    loadNewer: () => {
      const from = kept.candles.at(-1)?.openTime
      if (from === undefined || kept.isLive || loadingNewer === kept.list) return
      loadingNewer = kept.list
      const end = (holes: 'whole' | 'failed') => {
        loadingNewer = -1
        kept.set({ holes })
      }
      const receive = (page: DecimalCandle[]) => {
        end('whole')
        const candles = mergeCandles(kept.candles, page)
        kept.candles = candles.slice(-room())
        if (candles.length > kept.candles.length) {
          kept.isWhole = false
          if (kept.state.peek().older === 'exhausted') kept.set({ older: 'more' })
        }
        kept.isLive = page.length < pageSize
        onChange('all')
        onPage()
        if (kept.isLive) onLive(from)
      }
      ask({ from, limit: pageSize }, receive, () => end('failed'))
    },
  }
}
