import { describe, expect, test } from 'bun:test'
import { effect } from '@preact/signals-react'
import { connected, openPage } from '../../tests/live-page.ts'

const hiddenMs = 5_000
const idleMs = 30_000

describe('the socket', () => {
  test('is not asked for before somebody follows something', async () => {
    const page = openPage()
    await page.settle()
    expect(page.log).toEqual([])
    expect(page.connection.state.value).toEqual({ name: 'idle' })
  })

  test('connects with the first follower and is told of what is followed once connected', async () => {
    const page = openPage()
    page.connection.follow('BTCUSDT', 1)
    page.connection.follow('ETHUSDT', 60)
    expect(page.connection.state.value).toEqual({ name: 'connecting' })
    await page.settle()
    expect(page.log).toEqual(['connect'])
    page.server.onConnect()
    expect(page.log).toEqual(['connect', 'subscribe BTCUSDT 1', 'subscribe ETHUSDT 60'])
    expect(page.connection.state.value).toEqual({ name: 'live' })
  })

  test('is told of a pair once, however many follow it, until the last of them stops', async () => {
    const page = await connected()
    const followers = [page.connection.follow('BTCUSDT', 1), page.connection.follow('BTCUSDT', 1)]
    expect(page.log).toEqual(['subscribe BTCUSDT 1'])
    followers[0]?.stop()
    followers[0]?.stop()
    expect(page.log).toEqual(['subscribe BTCUSDT 1'])
    followers[1]?.stop()
    expect(page.log).toEqual(['subscribe BTCUSDT 1', 'unsubscribe BTCUSDT 1'])
  })

  test('is told of every followed pair again after every loss, and of no other', async () => {
    const page = await connected('BTCUSDT', 'ETHUSDT', 'SOLUSDT')
    page.followed[1]?.stop()
    page.log.length = 0
    for (let time = 1; time <= 3; time++) {
      page.server.onWait(1000)
      page.server.onTry()
      page.server.onConnect()
      expect(page.log.splice(0)).toEqual(['subscribe BTCUSDT 1', 'subscribe SOLUSDT 1'])
    }
  })

  test('is told of what was followed while it was lost when it is back', async () => {
    const page = await connected('BTCUSDT')
    page.server.onWait(1000)
    page.connection.follow('ETHUSDT', 5)
    page.followed[0]?.stop()
    expect(page.log).toEqual([])
    page.server.onConnect()
    expect(page.log).toEqual(['subscribe ETHUSDT 5'])
  })

  test('disconnects thirty seconds after the last follower has left', async () => {
    const page = await connected('BTCUSDT')
    page.followed[0]?.stop()
    page.pass(idleMs - 1)
    expect(page.log).toEqual(['unsubscribe BTCUSDT 1'])
    expect(page.connection.state.value).toEqual({ name: 'live' })
    page.pass(1)
    expect(page.log).toEqual(['unsubscribe BTCUSDT 1', 'disconnect'])
    expect(page.connection.state.value).toEqual({ name: 'idle' })
  })

  test('stays when somebody new comes within the thirty seconds', async () => {
    const page = await connected('BTCUSDT')
    page.followed[0]?.stop()
    page.pass(idleMs - 1)
    const { stop } = page.connection.follow('ETHUSDT', 1)
    page.pass(idleMs * 2)
    expect(page.log).toEqual(['unsubscribe BTCUSDT 1', 'subscribe ETHUSDT 1'])
    stop()
    page.pass(idleMs)
    expect(page.log.slice(2)).toEqual(['unsubscribe ETHUSDT 1', 'disconnect'])
  })

  test('connects again for somebody who comes after it has disconnected', async () => {
    const page = await connected('BTCUSDT')
    page.followed[0]?.stop()
    page.pass(idleMs)
    page.log.length = 0
    page.connection.follow('BTCUSDT', 1)
    expect(page.log).toEqual(['connect'])
    page.server.onConnect()
    expect(page.log).toEqual(['connect', 'subscribe BTCUSDT 1'])
  })

  test('is let go of while it cannot be reached and nobody needs it', async () => {
    const page = await connected('BTCUSDT')
    page.server.onWait(1000)
    page.followed[0]?.stop()
    page.pass(idleMs)
    expect(page.log).toEqual(['disconnect'])
  })

  test('is asked for again when its client could not be fetched', async () => {
    const page = openPage({ failures: 2 })
    page.connection.follow('BTCUSDT', 1)
    await page.settle()
    expect(page.errors).toEqual(['the client of live prices could not be fetched'])
    expect(page.connection.state.value).toEqual({ name: 'reconnecting', until: 5000 })
    page.pass(5000)
    await page.settle()
    page.pass(5000)
    await page.settle()
    expect(page.log).toEqual(['connect'])
  })
})

describe('a refused subscription', () => {
  test('is logged', async () => {
    const page = await connected('NOPE')
    page.server.onRefused({ asset: 'NOPE', tf: 1, reason: 'unknown-asset' })
    page.pass(idleMs)
    expect(page.errors).toEqual(['subscription to NOPE, 1 min refused: unknown-asset'])
    expect(page.log).toEqual([])
  })

  test('is asked for again when there were too many at once, if it is still wanted', async () => {
    const page = await connected('BTCUSDT', 'ETHUSDT')
    for (const asset of ['BTCUSDT', 'ETHUSDT']) page.server.onRefused({ asset, tf: 1, reason: 'too-fast' })
    page.followed[0]?.stop()
    page.log.length = 0
    page.pass(1000)
    expect(page.log).toEqual(['subscribe ETHUSDT 1'])
    expect(page.errors).toEqual([])
  })
})

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
