import { describe, expect, test } from 'bun:test'
import { effect } from '@preact/signals-react'
import { connected, wire } from '../../tests/live-page.ts'

describe('ticks', () => {
  test('are shown once per frame, only the newest', async () => {
    const page = await connected('BTCUSDT')
    const shown: (number | undefined)[] = []
    const { tick } = page.connection.follow('BTCUSDT', 1)
    effect(() => void shown.push(tick.value?.close))
    for (const close of [10, 11, 12]) page.server.onTick(wire({ close }))
    expect(shown).toEqual([undefined])
    page.drawFrame()
    expect(shown).toEqual([undefined, 12])
    page.drawFrame()
    page.server.onTick(wire({ close: 13 }))
    page.drawFrame()
    expect(shown).toEqual([undefined, 12, 13])
  })

  test('include the end of a candle even if the next one begins within the same frame', async () => {
    const page = await connected()
    const calls: [number, number, boolean][] = []
    page.connection.follow('BTCUSDT', 1, ({ openTime, close, isClosed }) => calls.push([openTime, close, isClosed]))
    page.server.onTick(wire({ close: 10 }))
    page.server.onTick(wire({ close: 11, isClosed: true }))
    page.server.onTick(wire({ openTime: 60_000, close: 12 }))
    page.drawFrame()
    expect(calls).toEqual([
      [0, 11, true],
      [60_000, 12, false],
    ])
  })

  test('of a candle that settles late do not move the price back', async () => {
    const page = await connected('BTCUSDT')
    page.server.onTick(wire({ openTime: 60_000, close: 12 }))
    page.drawFrame()
    page.server.onTick(wire({ close: 11, isClosed: true }))
    page.drawFrame()
    expect(page.followed[0]?.tick.value).toMatchObject({ openTime: 60_000, close: 12 })
    // After a market reset, ticks may be older than before; these are delivered.
    page.server.onTick(wire({ close: 10 }))
    page.drawFrame()
    expect(page.followed[0]?.tick.value).toMatchObject({ openTime: 0, close: 10 })
  })

  test('are delivered to every listener, even if another one fails', async () => {
    const page = await connected()
    const calls: string[] = []
    page.connection.follow('BTCUSDT', 1, () => {
      throw new Error('broken')
    })
    page.connection.follow('BTCUSDT', 1, () => void calls.push('beside'))
    page.server.onTick(wire({}))
    page.drawFrame()
    expect(calls).toEqual(['beside'])
    expect(page.errors).toEqual(['a tick listener failed'])
  })

  test('of other pairs, or after the last follower has left, are ignored', async () => {
    const page = await connected('BTCUSDT', 'ETHUSDT')
    page.followed[1]?.stop()
    page.server.onTick(wire({ tf: 5 }))
    page.server.onTick(wire({ asset: 'ETHUSDT' }))
    page.drawFrame()
    expect(page.followed.map(({ tick }) => tick.value)).toEqual([undefined, undefined])
    expect(page.errors).toEqual([])
  })

  test('that cannot be decoded are logged and dropped', async () => {
    const page = await connected('BTCUSDT')
    page.server.onTick(wire({ close: 10 }))
    page.server.onTick(wire({ close: 11 }).slice(1))
    page.server.onTick('tick')
    page.drawFrame()
    expect(page.errors).toEqual(['tick decode failed', 'tick decode failed'])
    expect(page.followed[0]?.tick.value?.close).toBe(10)
  })
})

describe('a correction', () => {
  test('is delivered to the listeners of its asset until they unsubscribe', async () => {
    const page = await connected('BTCUSDT')
    const heard: unknown[] = []
    const stop = page.connection.onCorrection('BTCUSDT', (span) => void heard.push(span))
    page.server.onCorrected({ asset: 'BTCUSDT', from: 60_000, to: 120_000 })
    page.server.onCorrected({ asset: 'ETHUSDT', from: 60_000, to: 120_000 })
    stop()
    page.server.onCorrected({ asset: 'BTCUSDT', from: 0, to: 60_000 })
    expect(heard).toEqual([{ from: 60_000, to: 120_000 }])
  })
})
