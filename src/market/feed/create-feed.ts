import { resolve } from 'node:path'
import { ConfigError } from '../../config/config-error.ts'
import type { Config } from '../../config.ts'
import type { Logger } from '../../log/logger.ts'
import type { Candle } from '../candle.ts'
import { defaultInstruments, type Instrument } from '../instrument.ts'
import { dayMs, minuteMs } from '../timeframe.ts'
import { type BinanceAddresses, createBinanceFeed } from './binance.ts'
import { type Clock, systemClock } from './clock.ts'
import { createDemoDays, type DemoDays, minutesBetween } from './demo-minutes.ts'
import type { Feed, FeedListener } from './feed.ts'
import type { FeedId } from './feed-id.ts'
import { createMinuteParts, stepMs } from './minute-path.ts'
import { createReplayFeed } from './replay.ts'
import { type ReplaySteps, readReplayFile } from './replay-file.ts'

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

export interface FeedOptions {
  clock?: Clock
  log?: Pick<Logger, 'warn'> | undefined
  seed?: string
  binance?: BinanceAddresses | undefined
  /** Trading steps of the assets in a replay file, if configured */
  steps?: ReplaySteps | undefined
}

/** Speed of a replay, recorded minutes per real minute, if `FEED` gives none */
const usualSpeed = 60

/** Returns the kind of feed that `FEED` names, without opening it; undefined if `FEED` is not set. */
export function namedFeed(value: Config['FEED']): FeedId | undefined {
  if (value === undefined) return undefined
  return value === 'demo' || value === 'binance' ? value : 'replay'
}

export function replayStepsOf(config: Pick<Config, 'REPLAY_PRICE_STEP' | 'REPLAY_QUANTITY_STEP'>): ReplaySteps {
  return { priceStep: config.REPLAY_PRICE_STEP, quantityStep: config.REPLAY_QUANTITY_STEP }
}

/** Creates the feed that `FEED` names; the demo by default. @throws ConfigError if a replay file cannot be used */
export function createFeed(value: Config['FEED'] = 'demo', options: FeedOptions = {}): Feed {
  const { clock = systemClock, log, seed = 'course', binance, steps } = options
  if (value.startsWith('replay:')) {
    const { path, speed } = parseReplay(value)
    return createReplayFeed({ file: readReplayFile(path, steps), speed, steps, clock })
  }
  if (value === 'demo') return createDemoFeed({ instruments: defaultInstruments, clock, seed })
  return createBinanceFeed({ instruments: defaultInstruments, addresses: binance, clock, log })
}

/** Parses `replay:FILE[@SPEED]`; an @ without a number after it belongs to the file name. */
function parseReplay(value: string): { path: string; speed: number } {
  const [, file = '', digits] = /^replay:(.+?)(?:@([\d.]+))?$/.exec(value) ?? []
  const speed = digits === undefined ? usualSpeed : Number(digits)
  if (!(speed > 0)) {
    throw new ConfigError(`FEED=${value}: expected a speed above zero after the @, such as replay:${file}@60`)
  }
  return { path: resolve(file), speed }
}
