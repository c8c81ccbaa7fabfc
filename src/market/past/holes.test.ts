import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { openMigrated } from '../../../tests/migrated.ts'
import { minuteMs } from '../timeframe.ts'
import { holesOf, readMissing } from './holes.ts'

const minutes = fc.integer({ min: 0, max: 40 })

test('holes are the minutes that are neither stored nor confirmed missing', () => {
  fc.assert(
    fc.property(
      fc.tuple(minutes, minutes),
      fc.uniqueArray(minutes),
      fc.array(fc.tuple(minutes, fc.integer({ min: 1, max: 9 })), { maxLength: 4 }),
      ([a, b], there, gaps) => {
        const span = { from: Math.min(a, b) * minuteMs, to: Math.max(a, b) * minuteMs }
        const sorted = there.map((minute) => minute * minuteMs).sort((x, y) => x - y)
        const missing = gaps
          .map(([from, length]) => ({ from: from * minuteMs, to: (from + length) * minuteMs }))
          .sort((x, y) => x.from - y.from)
        const holes = holesOf(span, sorted, missing)
        const inHoles = (time: number) => holes.some(({ from, to }) => from <= time && time < to)
        for (let time = span.from; time < span.to; time += minuteMs) {
          const isKnown = sorted.includes(time) || missing.some(({ from, to }) => from <= time && time < to)
          expect(inHoles(time)).toBe(!isKnown)
        }
        for (const { from, to } of holes) expect(span.from <= from && from < to && to <= span.to).toBe(true)
      },
    ),
  )
})

test('missing minutes are the gaps without what was stored since, a thousand a read', async () => {
  const db = await openMigrated('market')
  const asset = 'BTCUSDT'
  const store = (minute: number) =>
    db.client.execute({
      sql: `insert into candles (asset, tf, open_time, open, high, low, close, volume, time, is_closed)
        values (?, 1, ?, 1, 1, 1, 1, 1, 0, 1)`,
      args: [asset, minute * minuteMs],
    })
  // Every second minute is a gap; an archive has brought two of them later.
  await db.client.execute({
    sql: `with recursive n(at) as (select 0 union all select at + 1 from n where at < 2499)
      insert into gaps (asset, from_time, to_time, checked_at)
      select ?, at * 2 * ${minuteMs}, at * 2 * ${minuteMs} + ${minuteMs}, 0 from n`,
    args: [asset],
  })
  for (const minute of [4, 10]) await store(minute)
  const found: number[] = []
  for (let from = 0; ; ) {
    const page = await readMissing(db, { asset, from, to: 5000 * minuteMs })
    expect(page.length).toBeLessThanOrEqual(1000)
    found.push(...page.map((gap) => gap.from / minuteMs))
    if (page.length < 1000) break
    from = page.at(-1)?.to ?? Number.MAX_SAFE_INTEGER
  }
  const expected = Array.from({ length: 2500 }, (_, at) => at * 2).filter((minute) => minute !== 4 && minute !== 10)
  expect(found).toEqual(expected)
  await db.close()
})
