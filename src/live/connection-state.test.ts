import { describe, expect, test } from 'bun:test'
import { effect } from '@preact/signals-react'
import { connected, openPage } from '../../tests/live-page.ts'

const hiddenMs = 5_000
const idleMs = 30_000

describe('a hidden page', () => {
  test('follows nothing after a moment, and disconnects thirty seconds later', async () => {
    const page = await connected('BTCUSDT', 'ETHUSDT')
    page.connection.setHidden(true)
    page.pass(hiddenMs - 1)
    expect(page.log).toEqual([])
    page.pass(1)
    expect(page.log).toEqual(['unsubscribe BTCUSDT 1', 'unsubscribe ETHUSDT 1'])
    page.pass(idleMs)
    expect(page.log.slice(2)).toEqual(['disconnect'])
  })

  test('goes on as if nothing were when it is seen again within the moment', async () => {
    const page = await connected('BTCUSDT')
    page.connection.setHidden(true)
    page.pass(hiddenMs - 1)
    page.connection.setHidden(false)
    page.pass(idleMs * 2)
    expect(page.log).toEqual([])
    expect(page.connection.gaps.value).toBe(0)
  })

  test('catches up at once when it is seen again, and says that ticks were missed', async () => {
    const page = await connected('BTCUSDT')
    page.connection.setHidden(true)
    page.pass(hiddenMs)
    page.connection.follow('ETHUSDT', 1)
    page.log.length = 0
    page.connection.setHidden(false)
    expect(page.log).toEqual(['subscribe BTCUSDT 1', 'subscribe ETHUSDT 1'])
    expect(page.connection.gaps.value).toBe(1)
    page.pass(idleMs * 2)
    expect(page.log).toHaveLength(2)
  })

  test('connects again when it is seen after it has disconnected', async () => {
    const page = await connected('BTCUSDT')
    page.connection.setHidden(true)
    page.pass(hiddenMs + idleMs)
    page.log.length = 0
    page.connection.setHidden(false)
    page.server.onConnect()
    expect(page.log).toEqual(['connect', 'subscribe BTCUSDT 1'])
    expect(page.connection.gaps.value).toBe(1)
  })

  test('does not connect again for what begins while it is hidden', async () => {
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

  test('tells the server what it follows after it was seen again with nothing followed', async () => {
    const page = await connected('BTCUSDT')
    page.followed[0]?.stop()
    page.connection.setHidden(true)
    page.pass(hiddenMs)
    page.connection.setHidden(false)
    page.log.length = 0
    page.connection.follow('ETHUSDT', 1)
    expect(page.log).toEqual(['subscribe ETHUSDT 1'])
    expect(page.connection.gaps.value).toBe(0)
  })

  test('that the browser keeps has let go of its socket', async () => {
    const page = await connected('BTCUSDT')
    page.connection.suspend()
    expect(page.log).toEqual(['disconnect'])
    page.connection.setHidden(false)
    page.server.onConnect()
    expect(page.log).toEqual(['disconnect', 'connect', 'subscribe BTCUSDT 1'])
  })
})

describe('the state', () => {
  test('says when the next try is and why, that it is under way, and that it has worked', async () => {
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
    expect(page.connection.gaps.value).toBe(1)
  })

  test('tells a browser without network from a server that does not answer, and tries at once when it is back', async () => {
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

  test('of the market is what was told last, over a lost connection too', async () => {
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

  test('of the market is asked for by who watches nothing else, after the page was hidden too', async () => {
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
