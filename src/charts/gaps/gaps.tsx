import { effect } from '@preact/signals-react'
import { useEffect, useState } from 'react'
import { gapsAddress, maxGaps } from '../../market/addresses.ts'
import type { Span } from '../../market/span.ts'
import { type CandleLength, closeTimeOf } from '../../market/timeframe.ts'
import type { Pane } from '../pane/pane.ts'
import { useLater } from '../use-later.ts'
import type { ChartWords } from '../words.ts'

export interface GapsProps {
  pane: Pane
  asset: string
  tf: CandleLength
  words: ChartWords
}

/**
 * Marks the candles that lack minutes; a missing minute is a missing candle. The gaps are asked for again with each new
 * candle and each older page; the code that draws them is loaded with the first one.
 */
export function Gaps(props: GapsProps) {
  const { pane, asset, tf } = props
  const [gaps, setGaps] = useState<readonly Span[]>([])
  const code = useLater(gaps.length > 0)
  useEffect(() => {
    if (tf === 1) return
    let asked = ''
    const read = async (from: number, to: number) => {
      const key = `${from} ${to}`
      if (key === asked) return
      asked = key
      const found = await readGaps(asset, from, to)
      if (asked === key) setGaps(found)
    }
    const stop = effect(() => {
      const [first, last] = [pane.candles.value[0], pane.candles.value.at(-1)]
      // Without an answer, the marks stay as they are until the next candle.
      if (first && last) read(first.openTime, closeTimeOf(last.openTime, tf)).catch(() => {})
    })
    return () => {
      stop()
      asked = ''
      setGaps([])
    }
  }, [pane, asset, tf])
  return code && gaps.length > 0 ? <code.GapNotes {...props} gaps={gaps} /> : null
}

/** Reads the gaps of a span, ms UTC. */
async function readGaps(asset: string, from: number, to: number): Promise<Span[]> {
  const query = `asset=${encodeURIComponent(asset)}&from=${from}&to=${to}`
  const response = await fetch(`${gapsAddress}?${query}`)
  const page: [from: number, to: number][] = response.ok ? await response.json() : []
  const gaps = page.map(([start, end]) => ({ from: start, to: end }))
  const end = gaps.at(-1)?.to
  return gaps.length < maxGaps || !end || end >= to ? gaps : [...gaps, ...(await readGaps(asset, end, to))]
}
