import { describe, expect, test } from 'bun:test'
import { effect } from '@preact/signals-react'
import { connected, openPage } from '../../tests/live-page.ts'

const hiddenMs = 5_000
const idleMs = 30_000

describe('a hidden page', () => {
  test('unsubscribes from everything after a moment, and disconnects thirty seconds later', async () => {
    const page = await connected('BTCUSDT', 'ETHUSDT')
    page.connection.setHidden(true)
    page.pass(hiddenMs - 1)
    expect(page.log).toEqual([])
    page.pass(1)
    expect(page.log).toEqual(['unsubscribe BTCUSDT 1', 'unsubscribe ETHUSDT 1'])
    page.pass(idleMs)
    expect(page.log.slice(2)).toEqual(['disconnect'])
  })

  test('continues unchanged if it is shown again within that moment', async () => {
    const page = await connected('BTCUSDT')
    page.connection.setHidden(true)
    page.pass(hiddenMs - 1)
    page.connection.setHidden(false)
    page.pass(idleMs * 2)
    expect(page.log).toEqual([])
    expect(page.connection.interruptions.value).toBe(0)
  })

  test('catches up at once when it is shown again, and reports missed ticks', async () => {
    const page = await connected('BTCUSDT')
    page.connection.setHidden(true)
    page.pass(hiddenMs)
    page.connection.follow('ETHUSDT', 1)
    page.log.length = 0
    page.connection.setHidden(false)
    expect(page.log).toEqual(['subscribe BTCUSDT 1', 'subscribe ETHUSDT 1'])
    expect(page.connection.interruptions.value).toBe(1)
    page.pass(idleMs * 2)
    expect(page.log).toHaveLength(2)
  })

  test('reconnects when it is shown after a disconnect', async () => {
    const page = await connected('BTCUSDT')
    page.connection.setHidden(true)
    page.pass(hiddenMs + idleMs)
    page.log.length = 0
    page.connection.setHidden(false)
    page.server.onConnect()
    expect(page.log).toEqual(['connect', 'subscribe BTCUSDT 1'])
    expect(page.connection.interruptions.value).toBe(1)
  })

  test('does not reconnect for followers that are added while it is hidden', async () => {
    const page = await connected('BTCUSDT')
    page.connection.setHidden(true)
    page.pass(hiddenMs + idleMs)
    page.log.length = 0
    page.connection.follow('ETHUSDT', 1)
    page.connection.watch()
    page.pass(idleMs)
    await page.settle()
    expect(page.log).toEqual([])
  })

  test('subscribes to new pairs after it was shown again with nothing followed', async () => {
    const page = await connected('BTCUSDT')
    page.followed[0]?.stop()
    page.connection.setHidden(true)
    page.pass(hiddenMs)
    page.connection.setHidden(false)
    page.log.length = 0
    page.connection.follow('ETHUSDT', 1)
    expect(page.log).toEqual(['subscribe ETHUSDT 1'])
    expect(page.connection.interruptions.value).toBe(0)
  })

  test('closes its socket when the browser caches it', async () => {
    const page = await connected('BTCUSDT')
    page.connection.suspend()
    expect(page.log).toEqual(['disconnect'])
    page.connection.setHidden(false)
    page.server.onConnect()
    expect(page.log).toEqual(['disconnect', 'connect', 'subscribe BTCUSDT 1'])
  })
})

describe('the connection state', () => {
  test('shows the time and reason of the next attempt, its progress and its success', async () => {
    const page = await connected('BTCUSDT')
    const states: unknown[] = []
    effect(() => void states.push(page.connection.state.value))
    page.server.onWait(1500)
    page.server.onTry()
    page.server.onWait(4500, 'full')
    page.server.onTry()
    page.server.onConnect()
    expect(states).toEqual([
      { name: 'live' },
      { name: 'reconnecting', until: 1500 },
      { name: 'reconnecting', until: undefined },
      { name: 'full', until: 4500 },
      { name: 'full', until: undefined },
      { name: 'live' },
    ])
    expect(page.connection.interruptions.value).toBe(1)
  })

  test('distinguishes an offline browser from a silent server, and retries at once when online', async () => {
    const page = await connected('BTCUSDT')
    page.connection.setOnline(false)
    page.server.onWait(1000)
    expect(page.connection.state.value).toEqual({ name: 'offline' })
    page.connection.setOnline(true)
    expect(page.log).toEqual(['disconnect', 'connect'])
    expect(page.connection.state.value.name).toBe('reconnecting')
  })

  test('is not live while the server’s own feed is not', async () => {
    const page = await connected('BTCUSDT')
    page.server.onFeed({ name: 'waiting', until: 9000, reason: 'disconnected', isBackfilling: false })
    expect(page.connection.state.value).toEqual({
      name: 'stale',
      feed: { name: 'waiting', until: 9000, reason: 'disconnected' },
    })
    page.server.onFeed({ name: 'live', isBackfilling: false })
    expect(page.connection.state.value).toEqual({ name: 'live' })
  })

  test('of the market is the last one received, also after a lost connection', async () => {
    const page = openPage()
    const stop = page.connection.watch()
    await page.settle()
    expect(page.log).toEqual(['connect'])
    expect(page.connection.market.value).toBeUndefined()
    page.server.onConnect()
    expect(page.connection.market.value).toBeUndefined()
    const waiting = { name: 'waiting', until: 9000, reason: 'disconnected', isBackfilling: false } as const
    page.server.onFeed(waiting)
    page.server.onWait(1000)
    page.server.onConnect()
    expect(page.connection.market.value).toEqual(waiting)
    page.server.onFeed({ name: 'live', isBackfilling: false })
    expect(page.connection.market.value).toEqual({ name: 'live', isBackfilling: false })
    stop()
    page.pass(idleMs)
    expect(page.log).toEqual(['connect', 'disconnect'])
  })

  test('of the market is requested even if nothing else is followed, also after a hidden page', async () => {
    const page = openPage()
    page.connection.watch()
    await page.settle()
    page.server.onConnect()
    page.connection.setHidden(true)
    page.pass(hiddenMs + idleMs)
    expect(page.log).toEqual(['connect', 'disconnect'])
    page.connection.setHidden(false)
    expect(page.log).toEqual(['connect', 'disconnect', 'connect'])
  })

  test('is not live while candles of an asset on the page are being fetched', async () => {
    const page = await connected('BTCUSDT')
    const { state } = page.connection
    page.server.onFeed({ name: 'live', isBackfilling: true, assets: { ETHUSDT: 'backfilling', BTCUSDT: 'refused' } })
    expect(state.value).toEqual({ name: 'live' })
    const other = page.connection.follow('ETHUSDT', 1)
    expect(state.value).toEqual({ name: 'filling' })
    other.stop()
    expect(state.value).toEqual({ name: 'live' })
    page.server.onFeed({ name: 'live', isBackfilling: true, assets: { BTCUSDT: 'backfilling' } })
    expect(state.value).toEqual({ name: 'filling' })
    page.server.onFeed({ name: 'live', isBackfilling: false })
    expect(state.value).toEqual({ name: 'live' })
  })
})
