import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { openOutbox } from '../../../tests/outbox.ts'
import { runsOf } from '../../../tests/property-runs.ts'
import { variantFor } from '../../../tests/variant-for.ts'
import type { Db } from '../../db/client.ts'
import { assignmentColumns } from './assignment.ts'

let db: Db
beforeAll(async () => {
  db = await openOutbox()
})
afterAll(() => db.close())

const trial = fc.record({ variants: fc.integer({ min: 2, max: 4 }), percent: fc.integer({ min: 1, max: 50 }) })
const chat = fc.integer({ min: -(2 ** 52), max: 2 ** 52 })

test('the database and the code assign the same variant to every chat', async () => {
  const property = fc.asyncProperty(
    fc.uuid(),
    trial,
    fc.array(chat, { minLength: 1, maxLength: 20 }),
    async (id, of, chats) => {
      const { isTrial, variant } = assignmentColumns(id, of)
      const { rows } = await db.client.execute({
        sql: `select chat_id, ${isTrial} as is_trial, ${variant} as variant
          from (select cast(value as integer) as chat_id from json_each(?))`,
        args: [JSON.stringify(chats)],
      })
      const assigned = rows.map((row) => (row.is_trial === 1 ? Number(row.variant) : undefined))
      expect(assigned).toEqual(chats.map((chatId) => variantFor(id, of, chatId)))
    },
  )
  await fc.assert(property, { numRuns: runsOf(30) })
})

/* The ids in these tests are fixed, so that the figures are the same every time. */

test.each([1, 4096])('half of the chats get the variants, evenly, even if their ids have a step of %i', (step) => {
  const counts = [0, 0, 0]
  for (let n = 0; n < 6000; n++) {
    const variant = variantFor(
      '018f5a0e-0000-7000-8000-000000000001',
      { variants: 3, percent: 50 },
      5_000_000 + n * step,
    )
    if (variant !== undefined) counts[variant] = (counts[variant] ?? 0) + 1
  }
  for (const count of counts) expect(count).toBeWithin(880, 1120)
})

test('another broadcast has another test group', () => {
  const first = (id: string) =>
    Array.from({ length: 3000 }, (_, chat) => chat).filter(
      (chat) => variantFor(id, { variants: 2, percent: 10 }, chat) !== undefined,
    )
  const both = new Set(first('018f5a0e-0000-7000-8000-000000000002'))
  const again = first('018f5a0e-0000-7000-8000-000000000003').filter((chat) => both.has(chat))
  expect(again.length).toBeWithin(10, 60)
})
