import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { listParams, readList, shownSets, sorts } from './list-query.ts'
import { columns, parseSettings, readSettings, views } from './settings.ts'

describe('a list URL', () => {
  const list = fc.record({
    search: fc.string({ unit: fc.constantFrom('a', 'B', 'ф', '&', '%'), maxLength: 50 }),
    shown: fc.constantFrom(...shownSets),
    sort: fc.option(fc.constantFrom(...sorts), { nil: undefined }),
    isDescending: fc.boolean(),
  })

  test('contains the complete state of the list', () => {
    fc.assert(
      fc.property(list, (any) => {
        const own = { ...any, isDescending: any.sort !== undefined && any.isDescending }
        expect(readList(Object.fromEntries(listParams(own)))).toEqual(own)
      }),
    )
  })

  test('may have arbitrary parameters', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('q', 'show', 'sort', 'x'), fc.string()), (params) => {
        const read = readList(params)
        expect(readList(Object.fromEntries(listParams(read)))).toEqual(read)
      }),
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
