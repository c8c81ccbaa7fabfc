import { expect } from 'bun:test'
import type { Candle } from '../../src/market/candle.ts'
import type { Feed } from '../../src/market/feed/feed.ts'
import type { Session } from './exchange-session.ts'

export async function historyOf(feed: Feed, asset: string, from: number, to: number): Promise<Candle[]> {
  return (await Array.fromAsync(feed.history(asset, from, to))).flat().map(candleOf)
}

/** Loads history while the fake clock advances, because loading may wait for timers. */
export async function historyPassing(session: Session, asset: string, from: number, to: number): Promise<Candle[]> {
  let isDone = false
  const asked = historyOf(session.feed, asset, from, to).finally(() => {
    isDone = true
  })
  asked.catch(() => {})
  await session.passUntil(() => isDone)
  return asked
}

const candleOf = ({ openTime, open, high, low, close, volume }: Candle): Candle => {
  return { openTime, open, high, low, close, volume }
}
/** Expects that every published closed minute matches the truth of the exchange. */
export function expectTruth(session: Session): void {
  for (const update of session.updates) {
    if (!update.isClosed) continue
    const truth = session.exchange.truth.minute(update.asset, update.openTime)
    if (truth) expect(candleOf(update)).toEqual(truth)
    else throw new Error(`${update.asset} has no minute ${update.openTime}`)
  }
}
