import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { counted, countedTables } from '../../../tests/counts.ts'
import { addBroadcast, addSubscribers, openOutbox } from '../../../tests/outbox.ts'
import { runsOf } from '../../../tests/property-runs.ts'
import { addSeries } from '../../../tests/series.ts'
import { type Db, openDb } from '../../db/client.ts'
import { migrateDb } from '../../db/migrate.ts'
import { migrations } from '../../db/migrations.ts'
import { deliveryStates } from '../../db/schema/broadcasts.ts'

const chats = [1, 2, 3, 4]
const rowsOf = async (db: Db, sql: string) => (await db.client.execute(sql)).rows.map((row) => ({ ...row }))

const stored = {
  delivery_reasons: 'select * from delivery_reasons where count <> 0',
  variant_counts: 'select * from variant_counts where sent <> 0 or clicked <> 0',
  click_counts: 'select * from click_counts',
  series_places: 'select * from series_places where count <> 0',
}

async function compare(db: Db): Promise<void> {
  for (const table of countedTables) {
    const rows = await rowsOf(db, `${stored[table]} order by 1, 2, 3`)
    expect(rows).toEqual(await rowsOf(db, `select * from (${counted[table]}) order by 1, 2, 3`))
  }
}

const chat = fc.constantFrom(...chats)
const reason = fc.constantFrom("'blocked'", "'gone'", 'null')
const change = fc.oneof(
  fc.tuple(chat, fc.integer({ min: 0, max: 1 })).map(
    ([id, button]) => `insert into broadcast_clicks select id, ${button}, ${id}, 0 from broadcasts
        where series_id is null on conflict do nothing`,
  ),
  chat.map(
    (id) => `insert or ignore into series_people (series_id, chat_id, due_at, at) select id, ${id}, 0, 0 from series`,
  ),
  fc
    .tuple(chat, fc.constantFrom(...deliveryStates), reason)
    .map(([id, state, why]) => `update deliveries set state = '${state}', reason = ${why} where chat_id = ${id}`),
  fc
    .tuple(chat, fc.constantFrom('waiting', 'done', 'left'), fc.integer({ min: 0, max: 2 }))
    .map(([id, state, at]) => `update series_people set state = '${state}', position = ${at} where chat_id = ${id}`),
)
const op = fc.oneof(
  change,
  chat.map(
    (id) => `insert or ignore into deliveries (broadcast_id, chat_id, part, locale, name, variant, is_trial, at)
      select broadcast_id, chat_id, 1, locale, name, variant, is_trial, 0 from deliveries where chat_id = ${id} and part = 0`,
  ),
)

const photo = { kind: 'photo', file: 'https://kurs.test/1.jpg' }
const album = { media: [photo, photo], buttons: [[{ text: { ru: 'Да' }, callback: 'Да' }]] }

async function addRows(db: Db, isAlbum: boolean): Promise<void> {
  await addSubscribers(db, chats.length)
  const id = await addBroadcast(db, isAlbum ? { content: album } : {})
  const sql = `insert into deliveries (broadcast_id, chat_id, locale, name, variant, is_trial, at)
    select '${id}', chat_id, locale, name, chat_id % 2, chat_id < 4, 0 from subscribers`
  await db.client.execute(sql)
  await addSeries(db, { delays: [0, 0] })
}

test('the counters match the rows after any sequence of writes', async () => {
  const property = fc.asyncProperty(
    fc.boolean(),
    fc.array(op, { minLength: 1, maxLength: 30 }),
    async (isAlbum, ops) => {
      const db = await openOutbox()
      await addRows(db, isAlbum)
      await db.writeRaw(ops)
      await compare(db)
      await db.close()
    },
  )
  await fc.assert(property, { numRuns: runsOf(200) })
})

test('rows from before the counter migration are counted too', async () => {
  const db = await openDb({ url: ':memory:', durability: 'full' })
  const at = migrations.app.findIndex(({ name }) => name === '0012_counts')
  await migrateDb(db, migrations.app.slice(0, at))
  await addRows(db, false)
  for (const statement of fc.sample(change, 60)) await db.client.execute(statement)
  await migrateDb(db, migrations.app)
  await compare(db)
  await db.close()
})
