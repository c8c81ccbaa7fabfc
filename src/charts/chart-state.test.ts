import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { anyQuery } from '../../tests/any-text.ts'
import { chooseIndicator, indicatorIds } from '../indicators/catalog.ts'
import { moscowDay, timeframes } from '../market/timeframe.ts'
import { initialColors, readColors } from './canvas/palette.ts'
import { lineStyle } from './chart-indicator.ts'
import {
  type ChartState,
  chartKinds,
  chartQuery,
  maxIndicators,
  momentIn,
  parseChartState,
  priceScales,
  profileRows,
} from './chart-state.ts'
import { findCharts } from './command/find-charts.ts'
import { readKey, readPlotKey } from './controls/keyboard.ts'
import { remainingText } from './pane/chart-pane.tsx'
import { refusedIndicators, withAddedIndicator } from './read-indicators.ts'

const read = (query: string) => parseChartState(new URLSearchParams(query), 'BTCUSDT')
const usual = read('')

const mark = fc.constant(true as const)
const shownAs = fc.record(
  {
    isHidden: mark,
    isCollapsed: mark,
    isJoined: mark,
    size: fc.integer({ min: 40, max: 400 }).filter((size) => size !== 100),
  },
  { requiredKeys: [] },
)
const color = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)
const styles = fc
  .tuple(fc.integer({ min: 0, max: 5 }), fc.array(fc.option(color, { nil: undefined }), { maxLength: 7 }))
  .map(([width, colors]) => lineStyle(width, colors))

describe('the address of a chart', () => {
  test('contains everything the chart shows and omits defaults', () => {
    const state: fc.Arbitrary<ChartState> = fc.record({
      asset: fc.constantFrom('BTCUSDT', 'REPLAY'),
      tf: fc.constantFrom(...timeframes, moscowDay),
      kind: fc.constantFrom(...chartKinds),
      scale: fc.constantFrom(...priceScales),
      hasVolume: fc.boolean(),
      indicators: fc
        .subarray([...indicatorIds], { maxLength: maxIndicators })
        .chain((ids) =>
          fc.tuple(
            ...ids.map((id) =>
              fc.tuple(shownAs, styles).map(([look, style]) => ({ ...chooseIndicator(id), ...look, ...style })),
            ),
          ),
        ),
      profile: fc.constantFrom(undefined, ...profileRows),
    })
    fc.assert(fc.property(state, (each) => expect(read(chartQuery(each))).toEqual(each)))
    expect(chartQuery(usual)).toBe('?asset=BTCUSDT&tf=60')
    expect(chartQuery({ ...usual, tf: moscowDay })).toBe('?asset=BTCUSDT&tf=1440&days=moscow')
    expect(read('tf=60&days=moscow').tf).toBe(60)
  })

  test('is parsed even when invalid', () => {
    expect(read('asset=&tf=7&kind=pie&scale=up&volume=no&ind=x,sma:0,,')).toEqual({
      ...usual,
      asset: '',
      indicators: [chooseIndicator('sma')],
    })
    fc.assert(fc.property(anyQuery, (query) => void read(query)))
  })

  test('has each indicator once, at most eight, and takes one added by a form', () => {
    expect(read('ind=sma:20,sma:20,sma:50').indicators).toHaveLength(2)
    expect(read(`ind=${Array.from({ length: 30 }, (_, index) => `sma:${index + 2}`).join()}`).indicators).toHaveLength(
      8,
    )
    const query = new URLSearchParams('ind=rsi:14&add=macd&number=5&number=10&number=3')
    expect(withAddedIndicator(read('ind=rsi:14'), query)?.indicators).toEqual([
      { id: 'rsi', params: [14] },
      { id: 'macd', params: [5, 10, 3] },
    ])
    expect(withAddedIndicator(usual, new URLSearchParams('add=pie'))).toBeUndefined()
  })

  test('names indicators that cannot read their source, of all its charts, and shows none of them', () => {
    const [deep, anchored] = ['sma:9@rsi:2@rsi:3@rsi:4@rsi:5', 'ema:9@vwap:1']
    const query = new URLSearchParams({ ind: `${deep}~h,rsi:14,pie:3`, with: `ind=${anchored},${deep}` })
    expect(refusedIndicators(query)).toEqual([deep, anchored])
    expect(read(`ind=${deep},rsi:14`).indicators).toEqual([chooseIndicator('rsi')])
    const form = new URLSearchParams('add=wma&number=9&source=obv:1')
    expect(withAddedIndicator(usual, form)).toBeUndefined()
    expect(refusedIndicators(form)).toEqual(['wma:9@obv:1'])
    fc.assert(fc.property(anyQuery, (each) => void refusedIndicators(new URLSearchParams(each))))
  })

  test('has the width and the colors of lines; a form gives those that differ from the usual ones', () => {
    const [macd] = read('ind=macd:12:26:9~c~3.ff8800..00aa00').indicators
    expect(macd).toMatchObject({ isCollapsed: true, width: 3, colors: ['#ff8800', undefined, '#00aa00'] })
    expect(read('ind=sma:20~~9.red').indicators).toEqual([chooseIndicator('sma')])
    const form = (text: string) => withAddedIndicator(usual, new URLSearchParams(text))?.indicators[0]
    const [first, second] = [initialColors.trend, initialColors.rise]
    expect(form(`add=adx&color=${encodeURIComponent(first)}&color=%23ABCDEF&width=4`)).toMatchObject({
      colors: [undefined, '#abcdef'],
      width: 4,
    })
    expect(form(`add=adx&color=${encodeURIComponent(first)}&color=${encodeURIComponent(second)}&color=x`)).toEqual(
      chooseIndicator('adx'),
    )
    expect(form('add=sma&color=%23abcdef&reset=yes')).toEqual(chooseIndicator('sma'))
    expect(form('add=supertrend&color=%23abcdef&color=%23123456')).toMatchObject({ colors: ['#abcdef', '#123456'] })
  })
})

describe('an asset is found', () => {
  const assets = [
    { asset: 'BTCUSDT', base: 'BTC', quote: 'USDT', name: 'Bitcoin' },
    { asset: 'BNBUSDT', base: 'BNB', quote: 'USDT', name: 'BNB' },
    { asset: 'TONUSDT', base: 'TON', quote: 'USDT', name: 'Toncoin' },
  ]
  const found = (query: string) =>
    findCharts(assets, query, 'en').map(({ asset, tf }) => (tf ? `${asset.base} ${tf}` : asset.base))

  test.each([
    ['', ['BTC', 'BNB', 'TON']],
    ['b', ['BTC', 'BNB']],
    ['bitc', ['BTC']],
    ['coin', ['BTC', 'TON']],
    ['btc/usdt', ['BTC']],
    ['ton usdt', ['TON']],
    ['xyz', []],
    ['Ton 4ч', ['TON 240']],
    ['btc 4h', ['BTC 240']],
    ['btc 4', ['BTC']],
    ['bitcion', ['BTC']],
    ['buy btc', []],
  ])('by "%s"', (query, expected) => expect(found(query)).toEqual(expected))

  test('with the keyboard left in the Russian layout', () => {
    expect(found('иес')).toEqual(['BTC'])
    expect(found('ещт')).toEqual(['TON'])
  })
})

describe('keys', () => {
  const press = (key: string, code: string, more = {}) =>
    readKey({ key, code, altKey: false, ctrlKey: false, metaKey: false, ...more }, usual)

  test('1 to 8 choose timeframes, letters search, the question mark opens the help', () => {
    expect(['1', '2', '3', '4', '5', '6', '7', '8'].map((key) => press(key, `Digit${key}`))).toEqual(
      ([1, 5, 15, 60, 240, 1440, 10080, 43200] as const).map((tf) => ({ name: 'change', change: { tf } })),
    )
    expect(press('9', 'Digit9')).toBeUndefined()
    expect(press('b', 'KeyB')).toEqual({ name: 'find', letter: 'B' })
    expect(press('и', 'KeyB')).toEqual({ name: 'find', letter: 'B' })
    expect(press('?', 'Slash')).toEqual({ name: 'help' })
    expect(press('?', 'Digit7')).toEqual({ name: 'help' })
  })

  test('with Alt change the look; with Ctrl or Meta they are left to the browser', () => {
    expect(press('l', 'KeyL', { altKey: true })).toEqual({ name: 'change', change: { scale: 'log' } })
    expect(press('p', 'KeyP', { altKey: true })).toEqual({ name: 'change', change: { scale: 'percent' } })
    expect(press('k', 'KeyK', { altKey: true })).toEqual({ name: 'change', change: { kind: 'bars' } })
    expect(press('v', 'KeyV', { altKey: true })).toEqual({ name: 'change', change: { hasVolume: false } })
    expect(press('b', 'KeyB', { ctrlKey: true })).toBeUndefined()
    expect(press('1', 'Digit1', { metaKey: true })).toBeUndefined()
    expect(press('Tab', 'Tab')).toBeUndefined()
  })

  test('of the chart itself move the crosshair, zoom and go to the newest candle', () => {
    const plot = (key: string, isFast = false) =>
      readPlotKey({ key, code: '', altKey: false, ctrlKey: false, metaKey: false }, isFast)
    expect(plot('ArrowLeft')).toEqual({ name: 'step', count: -1 })
    expect(plot('ArrowRight', true)).toEqual({ name: 'step', count: 10 })
    expect(plot('+')).toEqual({ name: 'zoom', factor: 0.8 })
    expect(plot('End')).toEqual({ name: 'newest' })
    expect(plot('x')).toBeUndefined()
  })
})

test('colors are read when they are valid and differ from the defaults', () => {
  expect(readColors((name) => (name === 'rise' ? '#00FF00' : ''))).toEqual({ rise: '#00ff00' })
  expect(readColors((name) => (name === 'fall' ? '#DE444C' : ''))).toEqual({})
  expect(readColors(() => 'red')).toBeUndefined()
  expect(readColors(() => 'url(//x)')).toBeUndefined()
})

test('the time left of a candle is shown in hours, minutes and seconds', () => {
  expect(remainingText(4 * 60_000 + 8001)).toBe('04:09')
  expect(remainingText(13 * 3_600_000 + 249_000)).toBe('13:04:09')
  expect(remainingText(0)).toBe('')
})

test.each([
  [200, '1'],
  [201, '3'],
  [1001, '15'],
  [3001, '30'],
  [12_001, '120'],
  [48_001, '360'],
  [1_000_000, '10080'],
  [5_000_000, '43200'],
])('a moment %p minutes ago opens the chart of %p minutes', (minutes, tf) => {
  const now = Date.UTC(2026, 10, 30)
  const query = new URLSearchParams({ at: String(now - minutes * 60_000) })
  expect([momentIn(query, now), query.get('tf')]).toEqual([now - minutes * 60_000, tf])
})

test('a moment keeps the timeframe of the address, and one that is no past time is ignored', () => {
  const query = new URLSearchParams({ at: '1000', tf: '5' })
  expect([momentIn(query, 2000), query.get('tf')]).toEqual([1000, '5'])
  for (const at of ['2001', '-1', '0', 'soon', '']) {
    const other = new URLSearchParams({ at })
    expect([momentIn(other, 2000), other.has('tf')]).toEqual([undefined, false])
  }
})
