import type { Candle } from '../candle.ts'
import type { Instrument } from '../instrument.ts'
import { minuteMs } from '../timeframe.ts'
import { readKlines, readServerTime } from './binance-messages.ts'
import { sleep } from './clock.ts'
import { createExchangeRequests, type ExchangeRequests, type ExchangeRequestsOptions } from './exchange-requests.ts'

const pageLength = 1000
/** The exchange may still correct a candle within this time after its minute, ms. */
const settledAfterMs = 1000

export interface BinanceRestOptions extends ExchangeRequestsOptions {
  instruments(): readonly Instrument[]
  onRounded(asset: string): void
}

export interface BinanceRest {
  history(asset: string, from: number, to: number, signal?: AbortSignal): AsyncIterable<Candle[]>
  requests: ExchangeRequests
}

export function createBinanceRest(options: BinanceRestOptions): BinanceRest {
  const { instruments, onRounded, clock, time } = options
  const requests = createExchangeRequests(options)

  /** Returns the end of the closed minutes by the exchange’s own time. Waits if the last one may still be corrected. */
  const closedBefore = async (to: number, signal?: AbortSignal) => {
    if ((time.latest() ?? 0) < to + settledAfterMs) {
      const now = await requests.get('/api/v3/time', readServerTime, signal)
      if (now !== undefined) time.heard(now)
    }
    const now = time.latest() ?? 0
    const over = Math.min(to, now - (now % minuteMs))
    if (over > now - settledAfterMs) await sleep(clock, over + settledAfterMs - now, signal)
    return over
  }

  return {
    requests,
    async *history(asset, from, to, signal) {
      const digits = instruments().find((instrument) => instrument.asset === asset)
      if (!digits) return
      const end = await closedBefore(to, signal)
      for (let next = from; next < end && !signal?.aborted; ) {
        const query = new URLSearchParams({
          symbol: asset,
          interval: '1m',
          startTime: String(next),
          endTime: String(end - 1),
          limit: String(pageLength),
        })
        const read = (body: unknown) => readKlines(body, digits, () => onRounded(asset))
        const rows = (await requests.get(`/api/v3/klines?${query}`, read, signal)) ?? []
        const page = rows.filter(({ openTime }) => openTime >= next && openTime < end)
        if (page.length > 0 && !signal?.aborted) yield page
        const newest = page.at(-1)
        if (!newest || rows.length < pageLength) return
        next = newest.openTime + minuteMs
      }
    },
  }
}
