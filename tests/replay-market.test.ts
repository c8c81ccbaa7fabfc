import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import fc from 'fast-check'
import { readBacktest } from '../src/bots/backtest/backtest-request.ts'
import { runBacktest } from '../src/bots/backtest/run-backtest.ts'
import { createLogger } from '../src/log/logger.ts'
import { rowOf } from '../src/market/candle.ts'
import { createFeed } from '../src/market/feed/create-feed.ts'
import type { ReplaySteps } from '../src/market/feed/manifest.ts'
import { defaultInstruments } from '../src/market/instrument.ts'
import { minuteMs, timeframes } from '../src/market/timeframe.ts'
import { feedState } from '../src/market/topics.ts'
import { createTruth } from './doubles/exchange-truth.ts'
import { digitsOf } from './doubles/feed.ts'
import { candlesOf } from './market-candles.ts'
import { createMarketDatabases } from './market-databases.ts'
import { openTestMarket } from './test-market.ts'

setDefaultTimeout(60_000)

const databases = await createMarketDatabases()
afterAll(databases.remove)

/** Opens a market that has replayed a whole file. */
async function playThrough(file: string, steps: ReplaySteps = {}) {
  const db = await databases.open()
  const log = createLogger({ level: 'silent', write: () => {} })
  const feed = createFeed(`replay:${file}@1000000`, { steps })
  const market = await openTestMarket({ db, feed, latenessMs: 0, historyDays: 10, log })
  await new Promise<void>((resolve) => {
    const look = () => {
      const { name, isBackfilling } = market.state()
      if (name === 'ended' && !isBackfilling) resolve()
    }
    market.events.on(feedState, look)
    look()
  })
  const close = async () => {
    await market.close()
    await db.close()
  }
  return { market, feed, close }
}

test('a fast replay with gaps, duplicates and disorder builds correct candles in all timeframes', async () => {
  const start = Date.UTC(2016, 1, 28, 20, 51)
  const truth = createTruth(defaultInstruments, 'replay')
  truth.leaveOut('BTCUSDT', start + 100 * minuteMs, start + 103 * minuteMs)
  truth.leaveOut('BTCUSDT', start + 900 * minuteMs, start + 2500 * minuteMs)
  const candles = truth.closed('BTCUSDT', start, start + 4000 * minuteMs)
  const [disorder = []] = fc.sample(fc.shuffledSubarray(candles, { minLength: candles.length }), {
    numRuns: 1,
    seed: 1,
  })
  const rows = [...disorder, ...candles.slice(0, 50)].map((candle) => {
    const [openTime, ...numbers] = rowOf(candle, digitsOf('BTCUSDT'))
    return [new Date(openTime).toISOString().slice(0, 19).replace('T', ' '), ...numbers].join(',')
  })
  const file = join(databases.folder, 'prices.csv')
  await Bun.write(file, `date,open,high,low,close,volume\n${rows.join('\n')}\n`)

  const { market, close } = await playThrough(file)
  const updates = candles.map((candle) => ({
    ...candle,
    asset: 'REPLAY',
    isClosed: true,
    time: candle.openTime + minuteMs,
  }))
  for (const tf of timeframes) {
    const expected = candlesOf(updates, tf)
    expect(await market.candles({ asset: 'REPLAY', tf, limit: 1000 })).toEqual(expected.slice(-1000))
    expect(await market.candles({ asset: 'REPLAY', tf, from: 0, limit: 1000 })).toEqual(expected.slice(0, 1000))
  }
  await close()
})

test('volume sums are exact to the last decimal of the file', async () => {
  const file = join(databases.folder, 'volumes.csv')
  const start = Date.UTC(2016, 1, 29)
  const row = (minute: number, volume: number) => `${start + minute * minuteMs},100,100,100,100,${volume}`
  await Bun.write(
    file,
    `time,open,high,low,close,volume\n${[row(0, 1), row(1, 0.1314554), row(5, 0.00000001)].join('\n')}\n`,
  )
  const { market, close } = await playThrough(file)
  const candles = await market.candles({ asset: 'REPLAY', tf: 5, limit: 2 })
  expect(candles.map(({ volume }) => Number(volume))).toEqual([113_145_540, 1])
  await close()
})

test.each<[ReplaySteps, object, number[]]>([
  [{}, { priceStep: '1', quantityStep: '0.0001' }, [4995, 4995]],
  [{ priceStep: '0.5', quantityStep: '0.05' }, { priceStep: '0.5', quantityStep: '0.05' }, [45, 45]],
  [{ quantityStep: '1' }, { priceStep: '1', quantityStep: '1' }, []],
])('integer volumes still allow small purchases: with %j the steps are %j', async (steps, rules, bought) => {
  const file = join(databases.folder, `whole-${JSON.stringify(steps).length}.csv`)
  const start = Date.UTC(2016, 1, 29)
  const rows = Array.from({ length: 5 }, (_, minute) => `${start + minute * minuteMs},100,100,100,100,7`)
  await Bun.write(file, ['time,open,high,low,close,volume', ...rows].join('\n'))
  const { market, close } = await playThrough(file, steps)
  expect(market.listing('REPLAY')).toMatchObject(rules)
  const read = readBacktest(
    {
      ...{ asset: 'REPLAY', tf: 1, from: start, to: start + 5 * minuteMs, strategy: 'dca' },
      params: { amount: 50, every: 2, safetyOrders: 0, dip: 2, scale: 1, takeProfit: 0 },
      ...{ capital: 1000, feeBps: 10, slippageBps: 0 },
    },
    market,
  )
  if (read.status !== 'ready') throw new Error(JSON.stringify(read.errors))
  expect([...runBacktest(await read.readTask()).trades.quantity]).toEqual(bought)
  await close()
})
