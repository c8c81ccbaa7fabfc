import { useCallback, useEffect, useState } from 'react'
import type { CandleSupply } from '../candles/candle-supply.ts'

/** Opens the bar of a replay, whose code is loaded with the first use. @param time  time at which the page was opened */
export function useReplay(time: number | undefined) {
  const [code, setCode] = useState<typeof import('./replay-bar.tsx')>()
  const [supply, onSupply] = useState<CandleSupply | null | undefined>(time === undefined ? undefined : null)
  const [start, setStart] = useState(time)
  const open = useCallback(() => {
    import('./replay-bar.tsx').then(setCode, (error: unknown) => {
      reportError(error)
      onSupply(undefined)
    })
  }, [])
  const close = useCallback(() => {
    setCode(undefined)
    setStart(undefined)
  }, [])
  useEffect(() => {
    if (new URLSearchParams(location.search).has('replay')) open()
  }, [open])
  return { code, start, supply, onSupply, open, close }
}
