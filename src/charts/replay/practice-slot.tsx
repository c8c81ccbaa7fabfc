import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import type { ChartAsset } from '../chart-props.ts'
import type { PracticeWords } from './practice-words.ts'
import type { Replay } from './replay.ts'
import { type ReplayNews, replayAskedEvent, replayNewsEvent } from './replay-event.ts'

export interface PracticeSlotProps {
  replay: Replay
  asset: ChartAsset
  locale: Locale
  words: PracticeWords
  /** Whether the replay has just been started; otherwise its accounts continue */
  isNew: boolean
}

/**
 * Place of the practice desk. The desk belongs to the bots, whose folder is right of this one: it is an island that is
 * found by its name, and it follows the replay by events.
 */
export function PracticeSlot({ replay, asset, locale, words, isNew }: PracticeSlotProps) {
  useSignals()
  const host = useRef<HTMLDivElement>(null)
  const time = replay.time.value
  useEffect(() => {
    const island = document.createElement('kurs-island')
    const props = document.createElement('script')
    island.dataset.island = 'practice-desk'
    island.dataset.when = 'load'
    props.type = 'application/json'
    props.textContent = JSON.stringify({ locale, words, isNew })
    island.append(props, document.createElement('kurs-island-view'))
    host.current?.append(island)
    return () => island.remove()
  }, [locale, words, isNew])
  useEffect(() => {
    const tell = () => {
      const { fetchCandles } = replay
      const detail: ReplayNews = { asset, time, price: replay.priceOf(asset.asset), fetchCandles }
      document.dispatchEvent(new CustomEvent(replayNewsEvent, { detail }))
    }
    tell()
    document.addEventListener(replayAskedEvent, tell)
    return () => document.removeEventListener(replayAskedEvent, tell)
  }, [asset, time, replay])
  return <div ref={host} className="practice-slot" />
}
