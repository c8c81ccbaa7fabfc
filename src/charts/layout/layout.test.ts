import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { timeframes } from '../../market/timeframe.ts'
import { type ChartState, chartKinds, priceScales } from '../chart-state.ts'
import {
  type Arrangement,
  arrangementOf,
  arrangementQuery,
  chartCounts,
  layoutBodyOf,
  parseArrangement,
  withCount,
} from './layout.ts'
import { layoutBodySchema } from './saved-layouts.ts'

const names = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'ADAUSDT', 'DOTUSDT']
const states: fc.Arbitrary<ChartState> = fc.record({
  asset: fc.constantFrom(...names),
  tf: fc.constantFrom(...timeframes),
  kind: fc.constantFrom(...chartKinds),
  scale: fc.constantFrom(...priceScales),
  hasVolume: fc.boolean(),
  indicators: fc.constant([]),
  compare: fc.option(fc.constantFrom(...names), { nil: undefined }),
})
const arrangements: fc.Arbitrary<Arrangement> = fc.record({
  charts: fc.constantFrom(...chartCounts).chain((count) => fc.array(states, { minLength: count, maxLength: count })),
  isLinked: fc.boolean(),
})

test('an arrangement survives its address and being saved', () => {
  fc.assert(
    fc.property(arrangements, (arrangement) => {
      const query = arrangementQuery(arrangement, 'some-id')
      expect(parseArrangement(new URLSearchParams(query), 'BTCUSDT')).toEqual(arrangement)
      expect(new URLSearchParams(query).get('layout')).toBe('some-id')
      const body = layoutBodySchema.parse(JSON.parse(JSON.stringify(layoutBodyOf(arrangement))))
      expect(arrangementOf(body, 'BTCUSDT')).toEqual(arrangement)
    }),
  )
})

test('an address of three charts shows two, one of more than four shows four', () => {
  const counts = [1, 2, 3, 4, 9].map((count) => {
    const query = new URLSearchParams('asset=BTCUSDT')
    for (let more = 1; more < count; more++) query.append('with', 'asset=ETHUSDT')
    return parseArrangement(query, 'BTCUSDT').charts.length
  })
  expect(counts).toEqual([1, 2, 2, 4, 4])
})

test('a new count of charts keeps the active one and gives added charts other assets', () => {
  fc.assert(
    fc.property(arrangements, fc.constantFrom(...chartCounts), fc.nat(3), (before, count, place) => {
      const active = Math.min(place, before.charts.length - 1)
      const { charts, isLinked } = withCount(before, count, active, names)
      expect(charts).toHaveLength(count)
      expect(charts.some((chart) => chart === before.charts[active])).toBe(true)
      expect(isLinked).toBe(before.isLinked)
      const added = charts.slice(before.charts.length).map(({ asset }) => asset)
      expect(new Set(added).size).toBe(added.length)
      for (const asset of added) expect(before.charts.map((chart) => chart.asset)).not.toContain(asset)
    }),
  )
})
