import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { locales } from '../i18n/locales.ts'
import { listParams, readList, shownSets, sorts } from './list-query.ts'
import { filterable } from './screener/ranges.ts'
import { columns, parseSettings, readSettings, views } from './settings.ts'

/** A bound as people type one: up to 15 digits, of which up to 6 are decimals */
const bound = fc.option(
  fc.tuple(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.nat(6)).map(([n, digits]) => n / 10 ** digits + 0),
  { nil: undefined },
)

describe('a list URL', () => {
  const list = fc.record({
    search: fc.string({ unit: fc.constantFrom('a', 'B', 'ф', '&', '%'), maxLength: 50 }),
    shown: fc.constantFrom(...shownSets),
    sort: fc.option(fc.constantFrom(...sorts), { nil: undefined }),
    watchlist: fc.option(fc.uuid(), { nil: undefined }),
    isDescending: fc.boolean(),
    page: fc.integer({ min: 1, max: 1000 }),
    ranges: fc.uniqueArray(fc.tuple(fc.constantFrom(...filterable), bound, bound), { selector: ([figure]) => figure }),
  })

  test('contains the complete state of the list', () => {
    fc.assert(
      fc.property(list, fc.constantFrom(...locales), (any, locale) => {
        const ranges = any.ranges.flatMap(([figure, min, max]) =>
          min === undefined && max === undefined ? [] : [[figure, { min, max }]],
        )
        const isDescending = any.sort !== undefined && any.isDescending
        const own = { ...any, isDescending, ranges: Object.fromEntries(ranges) }
        expect(readList(Object.fromEntries(listParams(own)), locale)).toEqual(own)
      }),
    )
  })

  test('has bounds as people of each language type them', () => {
    const typed = { 'price-min': '95,000', 'price-max': '100 000.5' }
    expect(readList(typed, 'en').ranges.price).toEqual({ min: 95_000, max: 100_000.5 })
    expect(readList(typed, 'ru').ranges.price).toEqual({ min: 95, max: 100_000.5 })
  })

  test('may have arbitrary parameters', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('q', 'show', 'sort', 'x', 'list', 'page', 'rsi-min', 'price-max'), fc.string()),
        fc.constantFrom(...locales),
        (params, locale) => {
          const read = readList(params, locale)
          expect(readList(Object.fromEntries(listParams(read)), locale)).toEqual(read)
        },
      ),
    )
  })

  test('stored view settings with arbitrary values are tolerated', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string(), (value, text) => {
        expect(views).toContain(readSettings(value).view)
        expect(columns).toContain(parseSettings(text).columns[0] ?? 'change')
      }),
    )
    expect(readSettings({ view: 'cards', columns: 'spark' })).toEqual({ view: 'cards', columns: ['spark'] })
    expect(parseSettings('{"view":"compact","columns":["spark","change"]}').columns).toEqual(['change', 'spark'])
  })
})
