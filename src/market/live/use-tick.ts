import { type ReadonlySignal, signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { Tick } from '../candle.ts'
import type { Timeframe } from '../timeframe.ts'
import type { ConnectionState } from './connection.ts'
import { connectionState, followTick } from './live.ts'

/** What every component shows first, on the server as in the browser. Nobody writes it. */
const nothingYet: ReadonlySignal<undefined> = signal(undefined)

/**
 * The current candle of a pair, for as long as the component is there. Undefined on the server, in the first render
 * and until the candle arrives: until then the component shows its props. Changes at most once a frame.
 *
 * @param isFollowed  false follows nothing: for rows out of sight
 */
export function useTick(asset: string, tf: Timeframe, isFollowed = true): Tick | undefined {
  useSignals()
  const [tick, setTick] = useState<ReadonlySignal<Tick | undefined>>(nothingYet)
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

/** How live the page's prices are; undefined on the server and in the first render. */
export function useConnection(): ConnectionState | undefined {
  useSignals()
  const [state, setState] = useState<ReadonlySignal<ConnectionState | undefined>>(nothingYet)
  useEffect(() => setState(connectionState()), [])
  return state.value
}
