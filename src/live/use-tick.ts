import { type ReadonlySignal, signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import type { MarketState } from '../market/asset-state.ts'
import type { DecimalTick } from '../market/candle.ts'
import type { Timeframe } from '../market/timeframe.ts'
import { type AssetStatus, type AssetStatusWords, assetStatusOf } from './asset-status.ts'
import type { ConnectionState } from './connection-state.ts'
import { dayAgoOf } from './day-ago.ts'
import { connectionState, dayAgo, flashes, followTick, watchMarket } from './live.ts'

/** Value of the first render on server and client, before a tick can arrive. Never written. */
const nothingYet: ReadonlySignal<undefined> = signal(undefined)

/** Returns the last tick, at most one per frame; undefined before. @param isFollowed  false for rows out of sight */
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

export interface PriceMove {
  direction: 'up' | 'down' | undefined
  isFlashing: boolean
}

/** Returns how a price last moved, and whether it is flashing for that. */
export function usePriceMove(price: number | undefined): PriceMove {
  useSignals()
  const seen = useRef({ price, direction: undefined as PriceMove['direction'], flash: 0 })
  const { current: last } = seen
  if (price !== undefined && price !== last.price) {
    const isFirst = last.price === undefined
    const direction = isFirst ? undefined : price > (last.price ?? 0) ? 'up' : 'down'
    seen.current = { price, direction, flash: isFirst ? 0 : flashes.visible.peek() }
  }
  const { direction, flash } = seen.current
  return { direction, isFlashing: flash > 0 && flash === flashes.visible.value }
}

export function useConnection(): ConnectionState | undefined {
  useSignals()
  const [state, setState] = useState<ReadonlySignal<ConnectionState | undefined>>(nothingYet)
  useEffect(() => setState(connectionState()), [])
  return state.value
}

/** Returns the last market state from the server; before the first one, or if not watched, that at render time. */
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
  /** Price, and its change over 24 hours in percent, both at render time */
  last: number | undefined
  change: number | undefined
}

/** Returns the change of the live price over 24 hours, percent; undefined if either price is unknown. */
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

export interface AboutAsset {
  asset: string
  market: MarketState
  words: AssetStatusWords
}

/** Returns the status of an asset, from the first render on; undefined if `about` is undefined. */
export function useAssetStatus(about: AboutAsset): AssetStatus
export function useAssetStatus(about: AboutAsset | undefined): AssetStatus | undefined
export function useAssetStatus(about: AboutAsset | undefined): AssetStatus | undefined {
  const market = useMarketState(about?.market, about !== undefined)
  return about && market && assetStatusOf(market, about.asset, about.words)
}
