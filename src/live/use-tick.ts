import { type ReadonlySignal, signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { MarketState } from '../market/asset-state.ts'
import type { DecimalTick } from '../market/candle.ts'
import type { Timeframe } from '../market/timeframe.ts'
import type { ConnectionState } from './connection-state.ts'
import { dayAgoOf } from './day-ago.ts'
import { connectionState, dayAgo, followTick, watchMarket } from './live.ts'

/** Shown in the first render, on both sides. Never written. */
const nothingYet: ReadonlySignal<undefined> = signal(undefined)

/** Undefined until the candle arrives; changes at most once a frame. @param isFollowed  false for rows out of sight */
export function useTick(asset: string, tf: Timeframe, isFollowed = true): DecimalTick | undefined {
  useSignals()
  const [tick, setTick] = useState<ReadonlySignal<DecimalTick | undefined>>(nothingYet)
  useEffect(() => {
    if (!isFollowed) return
    const followed = followTick(asset, tf)
    setTick(followed.tick)
    return () => {
      followed.stop()
      setTick(nothingYet)
    }
  }, [asset, tf, isFollowed])
  return tick.value
}

export function useConnection(): ConnectionState | undefined {
  useSignals()
  const [state, setState] = useState<ReadonlySignal<ConnectionState | undefined>>(nothingYet)
  useEffect(() => setState(connectionState()), [])
  return state.value
}

/** What the server has said last of its market; until then, or unless it is watched, what the page was made with. */
export function useMarketState<Known extends MarketState | undefined>(
  known: Known,
  isWatched = true,
): MarketState | Known {
  useSignals()
  const [state, setState] = useState<ReadonlySignal<MarketState | undefined>>(nothingYet)
  useEffect(() => {
    if (!isWatched) return
    const watched = watchMarket()
    setState(watched.state)
    return watched.stop
  }, [isWatched])
  return state.value ?? known
}

export interface DayChange {
  asset: string
  /** Price and its change over 24 hours, per cent, when the page was made */
  last: number | undefined
  change: number | undefined
}

/** Per cent, of the live price since a day ago; undefined while either is unknown. */
export function useDayChange({ asset, last, change }: DayChange, price = last, isFollowed = true): number | undefined {
  useSignals()
  const [prices, setPrices] = useState<ReadonlySignal<ReadonlyMap<string, number> | undefined>>(nothingYet)
  useEffect(() => {
    if (!isFollowed) return
    const followed = dayAgo()
    setPrices(followed.prices)
    return followed.follow()
  }, [isFollowed])
  const known = prices.value?.get(asset)
  if (known === undefined && price === last) return change
  const before = known ?? (last !== undefined && change !== undefined ? dayAgoOf(last, change) : undefined)
  return before === undefined || price === undefined ? undefined : (price / before - 1) * 100
}
