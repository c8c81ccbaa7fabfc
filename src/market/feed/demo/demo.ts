import type { Candle } from '../../candle.ts'
import type { Instrument } from '../../instrument.ts'
import { dayMs, minuteMs } from '../../timeframe.ts'
import type { Clock } from '../clock.ts'
import type { Feed, FeedListener } from '../feed.ts'
import { createMinuteParts, stepMs } from '../minute-path.ts'
import { createDemoDays, type DemoDays, minutesBetween } from './demo-minutes.ts'

/** Maximum catch-up, ms. After a longer sleep of the machine, the market fetches missed minutes from the history. */
const maxCatchUpMs = dayMs

export interface DemoOptions {
  instruments: readonly Instrument[]
  clock: Clock
  seed: string
}

/** Creates a market from a seed and the clock alone: prices continue over restarts; history equals live prices. */
export function createDemoFeed({ instruments, clock, seed }: DemoOptions): Feed {
  const days = createDemoDays(seed)
  return {
    id: 'demo',
    source: `demo 1 ${seed}`,
    instruments,
    recipe: { seed },
    staleAfterMs: 90_000,
    now: clock.now,
    start(listener) {
      let cancel = () => {}
      const players = instruments.map((instrument) => createPlayer({ instrument, days, seed, clock, listener }))
      // Updates one asset per turn, so that updates are spread evenly instead of arriving in bursts.
      const turn = (number: number) => {
        players[number % players.length]?.()
        cancel = clock.after(stepMs / players.length, () => turn(number + 1))
      }
      cancel = clock.after(0, () => {
        listener.onState({ name: 'live' })
        turn(0)
      })
      return async () => cancel()
    },
    async *history(asset, from, to, signal) {
      const instrument = instruments.find((candidate) => candidate.asset === asset)
      const end = Math.min(to, clock.now() - (clock.now() % minuteMs))
      if (!instrument || end <= from) return
      for (let day = Math.max(0, Math.floor(from / dayMs)); day * dayMs < end; day++) {
        if (signal?.aborted) return
        const span = { from: Math.max(from, day * dayMs), to: Math.min(end, (day + 1) * dayMs) }
        const page = minutesBetween(days, instrument, span)
        if (page.length > 0) yield page
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

interface PlayerOptions {
  instrument: Instrument
  days: DemoDays
  seed: string
  clock: Clock
  listener: FeedListener
}

/** Returns a function that emits the minutes of one asset that ended since its last call, then the current minute. */
function createPlayer({ instrument, days, seed, clock, listener }: PlayerOptions): () => void {
  let day: { number: number; candles: Candle[] } | undefined
  let openTime: number | undefined
  const partOf = createMinuteParts(seed, instrument)
  const minuteAt = (time: number): Candle | undefined => {
    const number = Math.floor(time / dayMs)
    if (day?.number !== number) day = { number, candles: days(instrument, number) }
    return day.candles[(time % dayMs) / minuteMs]
  }
  return () => {
    const now = clock.now()
    const current = now - (now % minuteMs)
    const since = Math.max(openTime ?? current, current - maxCatchUpMs)
    for (let time = since; time < current; time += minuteMs) {
      const ended = minuteAt(time)
      if (ended) listener.onUpdate({ ...ended, asset: instrument.asset, isClosed: true, time: time + minuteMs })
    }
    openTime = current
    const minute = minuteAt(current)
    if (!minute) return
    const part = partOf(minute, now - current)
    listener.onUpdate({ ...part, asset: instrument.asset, isClosed: false, time: now })
  }
}
