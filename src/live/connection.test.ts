import { describe, expect, test } from 'bun:test'
import { connected, openPage } from '../../tests/live-page.ts'

const idleMs = 30_000

describe('the socket', () => {
  test('is not opened before something is followed', async () => {
    const page = openPage()
    await page.settle()
    expect(page.log).toEqual([])
    expect(page.connection.state.value).toEqual({ name: 'idle' })
  })

  test('connects with the first follower and subscribes once connected', async () => {
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

  test('subscribes once per pair, until its last follower stops', async () => {
    const page = await connected()
    const followers = [page.connection.follow('BTCUSDT', 1), page.connection.follow('BTCUSDT', 1)]
    expect(page.log).toEqual(['subscribe BTCUSDT 1'])
    followers[0]?.stop()
    followers[0]?.stop()
    expect(page.log).toEqual(['subscribe BTCUSDT 1'])
    followers[1]?.stop()
    expect(page.log).toEqual(['subscribe BTCUSDT 1', 'unsubscribe BTCUSDT 1'])
  })

  test('subscribes to exactly the followed pairs again after every lost connection', async () => {
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

  test('subscribes on reconnect to pairs followed while it was lost', async () => {
    const page = await connected('BTCUSDT')
    page.server.onWait(1000)
    page.connection.follow('ETHUSDT', 5)
    page.followed[0]?.stop()
    expect(page.log).toEqual([])
    page.server.onConnect()
    expect(page.log).toEqual(['subscribe ETHUSDT 5'])
  })

  test('asks for trades again after a lost connection, and for none while hidden', async () => {
    const page = await connected('BTCUSDT')
    page.log.length = 0
    const rows: unknown[] = []
    const stops = [1, 2].map(() => page.connection.onTrades('BTCUSDT', (more) => rows.push(...more)))
    page.server.onTrades('BTCUSDT', [[1, 100, 0.5, 1]])
    page.server.onTrades('ETHUSDT', [[1, 100, 0.5, 1]])
    expect(rows).toEqual(Array(2).fill([1, 100, 0.5, 1]))
    page.server.onWait(1000)
    page.server.onConnect()
    page.connection.setHidden(true)
    page.pass(5000)
    page.connection.setHidden(false)
    for (const stop of stops) stop()
    expect(page.log.filter((each) => each.startsWith('trades'))).toEqual([
      'trades BTCUSDT',
      'trades BTCUSDT',
      'trades ',
      'trades BTCUSDT',
      'trades ',
    ])
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

  test('stays open if a new follower comes within thirty seconds', async () => {
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

  test('reconnects for a follower that comes after it has disconnected', async () => {
    const page = await connected('BTCUSDT')
    page.followed[0]?.stop()
    page.pass(idleMs)
    page.log.length = 0
    page.connection.follow('BTCUSDT', 1)
    expect(page.log).toEqual(['connect'])
    page.server.onConnect()
    expect(page.log).toEqual(['connect', 'subscribe BTCUSDT 1'])
  })

  test('is closed if it cannot connect and nothing is followed', async () => {
    const page = await connected('BTCUSDT')
    page.server.onWait(1000)
    page.followed[0]?.stop()
    page.pass(idleMs)
    expect(page.log).toEqual(['disconnect'])
  })

  test('retries if its client library could not be loaded', async () => {
    const page = openPage({ failures: 2 })
    page.connection.follow('BTCUSDT', 1)
    await page.settle()
    expect(page.errors).toEqual(['could not load the client of live prices'])
    expect(page.connection.state.value).toEqual({ name: 'reconnecting', until: 5000 })
    page.pass(5000)
    await page.settle()
    page.pass(5000)
    await page.settle()
    expect(page.log).toEqual(['connect'])
  })
})

describe('a page that follows eight pairs or more', () => {
  const eight = Array.from({ length: 8 }, (_, at) => `P${at}`)

  test('asks for them together, and again when pairs come and go in one task', async () => {
    const page = openPage()
    for (const asset of eight) page.connection.follow(asset, 1)
    await page.settle()
    page.server.onConnect()
    await page.settle()
    const added = page.connection.follow('P8', 1)
    page.connection.follow('P9', 1)
    added.stop()
    await page.settle()
    expect(page.log).toEqual(['connect', `bundle ${eight.join(' ')}`, `bundle ${[...eight, 'P9'].join(' ')}`])
  })

  test('changes to a bundle with the eighth pair, and keeps it when fewer are left', async () => {
    const page = await connected(...eight.slice(0, 6))
    page.connection.follow('P6', 1)
    page.connection.follow('P7', 1)
    await page.settle()
    page.followed[0]?.stop()
    await page.settle()
    expect(page.log.slice(1)).toEqual([`bundle ${eight.join(' ')}`, `bundle ${eight.slice(1).join(' ')}`])
    page.connection.setHidden(true)
    page.pass(5000)
    expect(page.log.at(-1)).toBe('bundle ')
  })

  test('gets every tick of a frame, asks again when it was too fast, and logs what is no tick', async () => {
    const page = await connected(...eight)
    const fields = (asset: string, close: number) => [asset, 1, 60_000, 100, 200, 50, close, 1, 0, 60_500]
    page.server.onTicks([fields('P0', 101), fields('P1', 102), ['P2', 1, 60_000, 1, 2, '1', 1, 1, 0, 1], 7])
    page.drawFrame()
    expect(page.followed.map(({ tick }) => tick.value?.close).slice(0, 3)).toEqual([101, 102, undefined])
    expect(page.errors).toEqual(['tick decode failed', 'tick decode failed'])
    page.log.length = 0
    page.server.onRefused({ asset: '', tf: 0, reason: 'too-fast' })
    page.pass(1000)
    await page.settle()
    expect(page.log).toEqual([`bundle ${eight.join(' ')}`])
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

  test('is retried after a too-fast refusal, if the pair is still followed', async () => {
    const page = await connected('BTCUSDT', 'ETHUSDT')
    for (const asset of ['BTCUSDT', 'ETHUSDT']) page.server.onRefused({ asset, tf: 1, reason: 'too-fast' })
    page.followed[0]?.stop()
    page.log.length = 0
    page.pass(1000)
    expect(page.log).toEqual(['subscribe ETHUSDT 1'])
    expect(page.errors).toEqual([])
  })
})
