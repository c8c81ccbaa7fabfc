import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { BotRunner } from '../../bots/running/run-bots.ts'
import { countUnsent } from '../../broadcast/broadcast-queries.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import type { RedisTransport } from '../../events/redis/open-redis.ts'
import type { PageCache } from '../../http/page-cache.ts'
import type { Market } from '../../market/market.ts'
import type { Registry } from '../../ops/metrics/registry.ts'
import type { Ticker } from '../../ticker/ticker.ts'
import { databaseNames, fileOf } from '../data-problem.ts'

export function watchPages(registry: Registry, pages: Pick<PageCache, 'metrics'>): void {
  registry.collect('counter', { name: 'kurs_page_cache_answers', help: 'Public pages asked for' }, () => {
    const { hits, misses } = pages.metrics()
    return [
      { labels: { result: 'hit' }, value: hits },
      { labels: { result: 'miss' }, value: misses },
    ]
  })
  const pageCount = { name: 'kurs_page_cache_pages', help: 'Pages kept in memory' }
  registry.collect('gauge', pageCount, () => [{ value: pages.metrics().pages }])
  const bytes = { name: 'kurs_page_cache_bytes', help: 'Memory of kept pages, in all their encodings' }
  registry.collect('gauge', bytes, () => [{ value: pages.metrics().bytes }])
}

export function watchTicker(registry: Registry, ticker: Pick<Ticker, 'metrics'>): void {
  const gauge = (name: string, help: string, key: 'sockets' | 'subscriptions' | 'slow') =>
    registry.collect('gauge', { name, help }, () => [{ value: ticker.metrics()[key] }])
  const counter = (name: string, help: string, key: 'ticksOut' | 'refused' | 'rejected') =>
    registry.collect('counter', { name, help }, () => [{ value: ticker.metrics()[key] }])
  gauge('kurs_ticker_sockets', 'Open sockets', 'sockets')
  gauge('kurs_ticker_subscriptions', 'Candles that sockets follow', 'subscriptions')
  gauge('kurs_ticker_slow_sockets', 'Sockets that read too slowly for every tick', 'slow')
  counter('kurs_ticker_ticks_sent', 'Ticks, once for each socket', 'ticksOut')
  counter('kurs_ticker_refused_subscriptions', 'Subscriptions refused', 'refused')
  counter('kurs_ticker_refused_sockets', 'Sockets refused', 'rejected')
}

const feedStates = ['connecting', 'live', 'waiting', 'ended'] as const

/** Counts market events until the market is closed. @param now  ms of a monotonic clock */
export function watchMarket(registry: Registry, market: Market, now: () => number): void {
  let ticks = 0
  let closes = 0
  // Starts with the current time, so that the metric also shows a source that was silent from the start.
  let heardAt = now()
  market.onTick(() => {
    ticks++
    heardAt = now()
  })
  market.onClose(() => {
    closes++
  })
  const state = { name: 'kurs_feed_state', help: '1 for the state that the source of prices is in' }
  registry.collect('gauge', state, () => {
    const { name } = market.state()
    return feedStates.map((each) => ({ labels: { state: each }, value: Number(each === name) }))
  })
  const age = { name: 'kurs_feed_age_seconds', help: 'Since the last price, or since the start before the first' }
  registry.collect('gauge', age, () => [{ value: (now() - heardAt) / 1000 }])
  const stale = { name: 'kurs_market_stale_assets', help: 'Traded assets without news for 90 s' }
  registry.collect('gauge', stale, () => [{ value: Object.keys(market.state().stale ?? {}).length }])
  registry.collect('counter', { name: 'kurs_market_ticks', help: 'Changes of current candles' }, () => [
    { value: ticks },
  ])
  const settled = { name: 'kurs_market_closes', help: 'Candles that have settled' }
  registry.collect('counter', settled, () => [{ value: closes }])
}

export function watchBots(registry: Registry, bots: Pick<BotRunner, 'count'>): void {
  registry.collect('gauge', { name: 'kurs_bots_running', help: 'Bots that this process runs' }, () => [
    { value: bots.count() },
  ])
}

export function watchBroadcasts(registry: Registry, db: Db): void {
  const unsent = { name: 'kurs_broadcast_queue', help: 'Messages of broadcasts under way that are still to be sent' }
  registry.collect('gauge', unsent, async () => [{ value: await countUnsent(db) }])
}

export function watchRedis(registry: Registry, redis: Pick<RedisTransport, 'status'>): void {
  const connected = { name: 'kurs_redis_connected', help: '1 while events pass over Redis' }
  registry.collect('gauge', connected, () => [{ value: Number(redis.status().isConnected) }])
  const connects = { name: 'kurs_redis_connects', help: 'Connections to Redis since the start' }
  registry.collect('counter', connects, () => [{ value: redis.status().connects }])
  const lag = { name: 'kurs_redis_lag_seconds', help: 'How long Redis took to answer last; none without a connection' }
  registry.collect('gauge', lag, () => {
    const { pingMs } = redis.status()
    return pingMs === undefined ? [] : [{ value: pingMs / 1000 }]
  })
  const waiting = { name: 'kurs_redis_waiting_events', help: 'Events to be kept that wait for Redis' }
  registry.collect('gauge', waiting, () => [{ value: redis.status().waiting }])
}

/** Reports the sizes of local files only; a database server has its own monitoring. */
export function watchDisk(registry: Registry, config: Config): void {
  registry.collect('gauge', { name: 'kurs_disk_free_bytes', help: 'Room left for the data folder' }, async () => {
    const { bavail, bsize } = await statfs(config.dataDir)
    return [{ value: bavail * bsize }]
  })
  registry.collect('gauge', { name: 'kurs_db_bytes', help: 'Database files with their logs' }, () =>
    databaseNames.flatMap((database) => {
      const file = fileOf(config, database)
      return file ? [{ labels: { database }, value: sizeOf(file) + sizeOf(`${file}-wal`) }] : []
    }),
  )
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
