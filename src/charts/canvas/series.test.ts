import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { IChartApi } from 'lightweight-charts'
import { chooseIndicator, indicatorIds } from '../../indicators/catalog.ts'
import { loadIndicators } from '../../indicators/on-demand.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { chartKinds, priceScales } from '../chart-state.ts'
import type { Palette } from './palette.ts'
import { createPriceSeries, createVolumeSeries, type SeriesSettings } from './series.ts'
import { createIndicatorSeries } from './series-indicators.ts'

await loadIndicators(indicatorIds.map((id) => chooseIndicator(id)))

interface Point {
  time: number
}

/** Creates a fake chart that records the points of each series. */
function blankChart() {
  const drawn: Point[][] = []
  const addSeries = () => {
    const place = drawn.push([]) - 1
    return {
      setData: (points: Point[]) => {
        drawn[place] = [...points]
      },
      update: (point: Point) => {
        const row = drawn[place] ?? []
        if (row.at(-1)?.time === point.time) row.pop()
        row.push(point)
      },
      createPriceLine: () => {},
    }
  }
  const chart: unknown = { addSeries, addCustomSeries: addSeries, removeSeries: () => {} }
  // The fake chart has only the three methods that the creation of a series calls.
  return { chart: chart as IChartApi, drawn }
}

const palette: Palette = {
  background: '',
  text: '',
  grid: '',
  border: '',
  crosshair: '',
  label: '',
  rise: 'rise',
  fall: 'fall',
  riseVolume: 'rise',
  fallVolume: 'fall',
  line: '',
  areaTop: '',
  areaBottom: '',
  indicator: () => '',
  faintIndicator: () => '',
  own: (color) => color,
}
const settings = (scale: SeriesSettings['scale']): SeriesSettings => ({
  tf: 1,
  palette,
  priceDigits: 2,
  locale: 'en',
  scale,
})

const price = fc.integer({ min: 100, max: 100_000 }).map((cents) => cents / 100)
/** Generates ticks like those of a live feed: most update the last candle, some open the next one. */
const ticks = fc
  .array(fc.record({ open: price, high: price, low: price, close: price, isNext: fc.boolean() }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((all) => {
    let openTime = 0
    return all.map(({ isNext, ...prices }): DecimalCandle => {
      if (isNext) openTime += 60_000
      return { ...prices, openTime, volume: 1 }
    })
  })
const scale = fc.constantFrom(...priceScales)

/** Returns the newest state of each candle. */
const settled = (all: DecimalCandle[]) => [...new Map(all.map((each) => [each.openTime, each])).values()]

describe('ticks drawn one by one give the same result as the whole list', () => {
  test.each(chartKinds)('%s', (kind) => {
    fc.assert(
      fc.property(ticks, scale, (all, each) => {
        const [live, whole] = [blankChart(), blankChart()]
        const series = createPriceSeries(live.chart, kind, settings(each))
        const [first, ...later] = all
        series.setCandles(first ? [first] : [])
        for (const candle of later) series.update(candle)
        const expected = createPriceSeries(whole.chart, kind, settings(each))
        expected.setCandles(settled(all))
        expect(live.drawn).toEqual(whole.drawn)
        expect(series.closes).toEqual(expected.closes)
      }),
    )
  })

  test('volume', () => {
    fc.assert(
      fc.property(ticks, (all) => {
        const [live, whole] = [blankChart(), blankChart()]
        const series = createVolumeSeries(live.chart, settings('normal'))
        series.setCandles([])
        for (const candle of all) series.update(candle)
        createVolumeSeries(whole.chart, settings('normal')).setCandles(settled(all))
        expect(live.drawn).toEqual(whole.drawn)
      }),
    )
  })

  test.each(indicatorIds)('%s', (id) => {
    fc.assert(
      fc.property(ticks, scale, fc.nat(39), (all, each, known) => {
        const choice = chooseIndicator(id, id === 'avwap' ? [1] : [3, 5, 2])
        const make = () => {
          const { chart, drawn } = blankChart()
          const place = { pane: 0, order: 0, closeAt: (index: number) => closes[index] }
          return { drawn, series: createIndicatorSeries(chart, choice, settings(each), place) }
        }
        const closes = settled(all).map(({ close }) => close)
        const [live, whole] = [make(), make()]
        const before = all.slice(0, Math.min(known, all.length))
        live.series.setCandles(settled(before))
        for (const candle of all.slice(before.length)) live.series.update(candle)
        whole.series.setCandles(settled(all))
        expect(closes.map((_, index) => live.series.valuesAt(index))).toEqual(
          closes.map((_, index) => whole.series.valuesAt(index)),
        )
        // On a percent scale, each point also has the close at the time of its tick as `base`, so only the values are
        // compared.
        const valuesOf = (drawn: Point[][]) => drawn.map((row) => row.map((point) => ({ ...point, base: 0 })))
        expect(valuesOf(live.drawn)).toEqual(valuesOf(whole.drawn))
      }),
    )
  })
})

test('values that depend on earlier candles are hidden until those are loaded', () => {
  const candles = Array.from({ length: 30 }, (_, minute) => ({
    openTime: minute * 60_000,
    open: 1,
    high: 1,
    low: 1,
    close: minute,
    volume: 1,
  }))
  const choice = chooseIndicator('sma', [10])
  const place = { pane: 0, order: 0, closeAt: () => undefined }
  const series = createIndicatorSeries(blankChart().chart, choice, settings('normal'), place)
  const shown = () => candles.map((_, index) => series.valuesAt(index)[0] !== undefined).indexOf(true)
  series.setCandles(candles.slice(0, 5), false)
  for (const candle of candles.slice(5)) series.update(candle)
  expect(shown()).toBe(9)
  const average = createIndicatorSeries(blankChart().chart, chooseIndicator('ema', [10]), settings('normal'), place)
  average.setCandles(candles, false)
  expect(candles.flatMap((_, index) => average.valuesAt(index)[0] ?? [])).toEqual([])
  average.setCandles(candles, true)
  expect(average.valuesAt(9)).toEqual([4.5])
})
