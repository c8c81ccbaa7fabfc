import type { Candle, MinuteUpdate } from '../../candle.ts'
import { defaultInstruments, type Instrument, stepOf } from '../../instrument.ts'
import { digitsOfStep, type ListingNews } from '../../listing/listing.ts'
import { minuteMs } from '../../timeframe.ts'
import type { Clock } from '../clock.ts'
import type { Feed, FeedListener } from '../feed.ts'
import type { ReplaySteps } from '../manifest.ts'
import { createMinuteParts, stepMs } from '../minute-path.ts'
import type { Recording, ReplayFile } from './replay-file.ts'

const pageLength = 1000
/** Maximum minutes emitted without yielding to the event loop */
const maxAtOnce = 500

export interface ReplayOptions {
  file: ReplayFile
  /** Speed of the replay, recorded time per real time: at 60, a recorded minute lasts one second */
  speed: number
  /** Trading steps that the file was read with */
  steps?: ReplaySteps | undefined
  clock: Clock
}

/** Creates a feed that replays a file in the file's time. Minutes in which no asset has a candle are skipped. */
export function createReplayFeed({ file, speed, steps = {}, clock }: ReplayOptions): Feed {
  const tracks = file.recordings.map((recording) => ({ ...recording, instrument: instrumentOf(recording) }))
  const minutes = minutesOf(file.recordings)
  let now = minutes[0] ?? 0
  /** Number of minutes played before the start, and the played part of the next minute, ms */
  let [firstAt, firstElapsed] = [0, 0]
  return {
    id: 'replay',
    // A replay is identified by the content of its file, not by the file name.
    source: `replay ${file.hash}`,
    instruments: tracks.map(({ instrument }) => instrument),
    listings: tracks.map(({ instrument }) => listingNewsOf(instrument, steps)),
    now: () => now,
    resume: (time) => {
      const at = minutes.findIndex((minute) => minute + minuteMs > time)
      const minute = minutes[at]
      firstAt = minute === undefined ? minutes.length : at
      firstElapsed = Math.max(0, time - (minute ?? time))
      now = minute === undefined ? time : minute + firstElapsed
    },
    start(listener) {
      const from = minutes[firstAt] ?? Number.POSITIVE_INFINITY
      const players = tracks.map(({ candles, instrument }) => createPlayer(candles, instrument, from, listener))
      const startedAt = clock.now()
      let [cancel, at, isStopped] = [() => {}, firstAt, false]
      const go = () => {
        const played = firstAt * minuteMs + firstElapsed + (clock.now() - startedAt) * speed
        const until = Math.min(minutes.length, Math.floor(played / minuteMs), at + maxAtOnce)
        for (; at < until && !isStopped; at++) {
          now = (minutes[at] ?? 0) + minuteMs
          for (const player of players) player.end(now - minuteMs)
        }
        if (isStopped) return
        const minute = minutes[at]
        if (minute === undefined) return listener.onState({ name: 'ended' })
        const elapsed = played - at * minuteMs
        if (elapsed < minuteMs) {
          now = minute + elapsed
          for (const player of players) player.emitOpen(minute, elapsed)
        }
        cancel = clock.after(elapsed < minuteMs ? Math.max(1, Math.min(stepMs, (minuteMs - elapsed) / speed)) : 0, go)
      }
      cancel = clock.after(0, () => {
        listener.onState({ name: 'live' })
        go()
      })
      return async () => {
        isStopped = true
        cancel()
      }
    },
    async *history(asset, from, to, signal) {
      const candles = tracks.find((track) => track.asset === asset)?.candles ?? []
      const wanted = candles.filter(({ openTime }) => openTime >= from && openTime < to && openTime + minuteMs <= now)
      for (let at = 0; at < wanted.length && !signal?.aborted; at += pageLength) {
        yield wanted.slice(at, at + pageLength)
      }
    },
  }
}

/** Creates a player of one asset. @param from  openTime of the first minute to play */
function createPlayer(candles: Candle[], instrument: Instrument, from: number, { onUpdate }: FeedListener) {
  const first = candles.findIndex(({ openTime }) => openTime >= from)
  let next = first < 0 ? candles.length : first
  const partOf = createMinuteParts('replay', instrument)
  const at = (minute: number) => (candles[next]?.openTime === minute ? candles[next] : undefined)
  const update = (candle: Candle, isClosed: boolean, time: number): MinuteUpdate => {
    return { ...candle, asset: instrument.asset, isClosed, time }
  }
  return {
    emitOpen: (minute: number, elapsed: number) => {
      const candle = at(minute)
      if (candle) onUpdate(update(partOf(candle, elapsed), false, minute + elapsed))
    },
    end: (minute: number) => {
      const candle = at(minute)
      if (!candle) return
      next++
      onUpdate(update(candle, true, minute + minuteMs))
    },
  }
}

function minutesOf(recordings: Recording[]): number[] {
  const all = new Set(recordings.flatMap(({ candles }) => candles.map(({ openTime }) => openTime)))
  return [...all].sort((one, other) => one - other)
}

/** Returns the listing of an asset, emitted at each start: the step of a removed setting must not stay stored. */
function listingNewsOf({ asset, priceDigits, volumeDigits }: Instrument, steps: ReplaySteps): ListingNews {
  const stepFor = (step: string | undefined, digits: number) =>
    step !== undefined && digitsOfStep(step) <= digits ? step : stepOf(digits)
  const priceStep = stepFor(steps.priceStep, priceDigits)
  return { asset, status: 'trading', priceStep, quantityStep: stepFor(steps.quantityStep, volumeDigits) }
}

/** Derives the instrument of a recording from its asset and digits. */
export function instrumentOf({ asset, priceDigits, volumeDigits }: Omit<Recording, 'candles'>): Instrument {
  const known = defaultInstruments.find((instrument) => instrument.asset === asset)
  const quote = known?.quote ?? (/^\w{2,}(USDT|USDC|USD|EUR|RUB|BTC)$/.exec(asset)?.[1] || 'USD')
  const base = asset !== quote && asset.endsWith(quote) ? asset.slice(0, -quote.length) : asset
  return { asset, base, quote, name: known?.name ?? base, priceDigits, volumeDigits }
}
