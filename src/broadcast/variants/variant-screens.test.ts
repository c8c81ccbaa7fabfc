import { afterAll, expect, test } from 'bun:test'
import { openComposer } from '../../../tests/composers.ts'
import { recount } from '../../../tests/counts.ts'
import { href, paths } from '../../paths.ts'
import { readBroadcastFile } from '../automation/broadcast-file.ts'

const { site, ask, rowsOf } = await openComposer()
afterAll(() => site.close())

const message = {
  name: 'Two ways to say it',
  'text.ru': 'Первый',
  'text.en': 'First',
  'row.0': '',
  'button.0.0.ru': 'Да',
  'button.0.0.en': 'Yes',
  'button.0.0.action': 'callback',
  'button.0.0.value': 'Thanks',
}
const variants = { 'variant.1.ru': 'Второй', 'variant.3.en': 'Fourth', trialPercent: '20', trialHours: '4' }

async function create(fields: Record<string, string> = {}): Promise<string> {
  const made = await ask(paths.newBroadcast, { ...message, ...variants, ...fields })
  expect(made.status).toBe(303)
  return made.location?.split('/').at(-1) ?? ''
}

async function rowOf(id: string): Promise<Record<string, unknown>> {
  const [row = {}] = await rowsOf('select * from broadcasts where id = ?', id)
  return row
}

const put = (id: string, set: string) =>
  site.appDb.writeRaw([{ sql: `update broadcasts set ${set} where id = ?`, args: [id] }])

test('variants are saved, shown again, copied, and removed when blank', async () => {
  const id = await create()
  const row = await rowOf(id)
  expect(JSON.parse(String(row.content)).variants).toEqual([{ ru: 'Второй' }, { en: 'Fourth' }])
  expect([row.trial_percent, row.trial_minutes]).toEqual([20, 240])
  const { html } = await ask(href(paths.broadcastEdit, { id }))
  for (const shown of ['>Второй</textarea>', '>Fourth</textarea>', 'value="20"', 'value="4"'])
    expect(html).toContain(shown)
  expect((await ask(href(paths.broadcast, { id }))).html).toContain('Вариант C')
  const copy = (await ask(href(paths.broadcastCopy, { id }), {})).location?.split('/').at(-2) ?? ''
  expect(await rowOf(copy)).toMatchObject({ content: row.content, trial_percent: 20, trial_minutes: 240 })
  expect((await ask(href(paths.broadcastEdit, { id }), { ...message, revision: '1', trialPercent: '20' })).status).toBe(
    303,
  )
  const blank = await rowOf(id)
  expect([JSON.parse(String(blank.content)).variants, blank.trial_percent]).toEqual([undefined, null])
})

test.each<[Record<string, string>, string]>([
  [{ 'variant.1.ru': '<b>open' }, 'message-variant-1-ru-error'],
  [{ trialPercent: '0' }, 'trialPercent-error'],
  [{ trialPercent: '51' }, 'trialPercent-error'],
  [{ trialHours: '169' }, 'trialHours-error'],
  [{ 'button.0.0.action': 'url', 'button.0.0.value': 'https://kurs.test/' }, 'trialHours-error'],
])('an invalid value is reported at its field: %o', async (fields, id) => {
  const sent = await ask(paths.newBroadcast, { ...message, ...variants, ...fields })
  expect(sent.status).toBe(422)
  expect(sent.html).toContain(`aria-describedby="${id}`)
})

const link = { 'button.0.0.action': 'url', 'button.0.0.value': 'https://kurs.test/' }
test.each([
  [
    '',
    'только нажатия кнопок «Показать ответ»',
    'Нажатия считаются только у кнопок «Показать ответ»',
    'Победителя выбрать не получится',
  ],
  [
    '/en',
    'Only clicks on “Show answer” buttons count',
    'Only “Show answer” buttons count clicks',
    'No winner can be picked',
  ],
])('with links alone, the page explains that variants cannot be compared: %p', async (prefix, hint, refusal, note) => {
  expect((await ask(`${prefix}${paths.newBroadcast}`)).html).toContain(hint)
  const sent = await ask(`${prefix}${paths.newBroadcast}`, { ...message, ...variants, ...link })
  expect([sent.status, sent.html]).toEqual([422, expect.stringContaining(refusal)])
  const id = await create({ ...link, trialHours: '' })
  await put(id, "state = 'running', started_at = 1, is_snapshot_whole = 1, total = 900, sent = 600")
  const { html } = await ask(`${prefix}${href(paths.broadcast, { id })}`)
  expect(html).toContain(`data-verdict="uncounted">${note}`)
})

test('the numbers are shown with a verdict, and a person chooses the winner', async () => {
  const id = await create()
  await put(id, "state = 'running', started_at = 1, is_snapshot_whole = 1, total = 900, sent = 600")
  await site.appDb.writeRaw([
    {
      sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < 900)
        insert into deliveries (broadcast_id, chat_id, locale, name, state, variant, is_trial, at)
        select ?, i, 'ru', '', iif(i <= 600, 'sent', 'held'), iif(i <= 600, i % 3, 0), i <= 600, 0 from n`,
      args: [id],
    },
  ])
  await recount(site.appDb)
  const click = (from: number, count: number) =>
    site.appDb.writeRaw([
      {
        sql: `insert into broadcast_clicks (broadcast_id, button, chat_id, at) select ?, 0, chat_id, 0 from deliveries
          where broadcast_id = ? and variant = ? and is_trial order by chat_id limit ?`,
        args: [id, id, from, count],
      },
    ])
  const verdict = async () => {
    const { html } = await ask(`/en${href(paths.broadcast, { id })}`)
    return /data-verdict="(\w+)"/.exec(html)?.[1]
  }
  expect(await verdict()).toBe('few')
  await click(0, 10)
  await click(1, 18)
  expect(await verdict()).toBe('unclear')
  await click(2, 60)
  expect(await verdict()).toBe('ahead')
  const { html } = await ask(`/en${href(paths.broadcast, { id })}?part=acts`)
  expect(html).toContain('Send variant C to everyone else')
  const winner = await ask(href(paths.broadcastSending, { id }), { act: 'winner', variant: '1', revision: '1' })
  expect(winner.status).toBe(303)
  expect(await rowOf(id)).toMatchObject({ winner: 1, winner_by: 'hand', state: 'running' })
  const again = await ask(href(paths.broadcastSending, { id }), { act: 'winner', variant: '2', revision: '1' })
  expect(again.status).toBe(409)
  expect((await ask(`/en${href(paths.broadcast, { id })}`)).html).toContain('an administrator picked it')
})

test('sent messages are edited variant by variant: none is added or removed', async () => {
  const id = await create()
  await put(id, "state = 'finished', started_at = 1, total = 3, sent = 3")
  const { html } = await ask(href(paths.broadcastSent, { id }))
  expect(html).toContain('>Fourth</textarea>')
  expect(html).not.toContain('variant.3.en')
  const edit = (fields: Record<string, string>) =>
    ask(href(paths.broadcastSent, { id }), { ...message, revision: '1', ...fields })
  expect((await edit({ 'variant.1.ru': 'Второй!', 'variant.2.en': ' ' })).status).toBe(422)
  const sent = { 'variant.1.ru': 'Второй!', 'variant.2.en': 'Fourth!', 'variant.3.en': 'One more' }
  expect((await edit(sent)).status).toBe(303)
  expect(JSON.parse(String((await rowOf(id)).content)).variants).toEqual([{ ru: 'Второй!' }, { en: 'Fourth!' }])
})

test('a file contains variants and their test, or its errors are listed', () => {
  const buttons = [[{ text: { ru: 'Да' }, callback: 'Да' }]]
  const file = { name: 'N', text: { ru: 'A' }, variants: [{ ru: 'B' }], buttons }
  const read = (more: object) => readBroadcastFile({ ...file, ...more })
  expect(read({})).toMatchObject({
    draft: { trialPercent: 10, trialMinutes: null, content: { variants: [{ ru: 'B' }] } },
  })
  expect(read({ trial: { percent: 50, hours: 2 } })).toMatchObject({ draft: { trialPercent: 50, trialMinutes: 120 } })
  const faulty = (more: object) => {
    const outcome = read(more)
    return outcome.status === 'invalid' ? outcome.faults.map(({ field }) => field) : []
  }
  expect(faulty({ trial: { percent: 51 } })).toEqual(['trial.percent'])
  expect(faulty({ variants: undefined, trial: { percent: 5 } })).toEqual(['trial'])
  expect(faulty({ buttons: [], trial: { hours: 2 } })).toEqual(['trial.hours'])
  expect(faulty({ variants: [{ ru: 'B' }, {}] })).toEqual(['variants.1.text'])
  expect(faulty({ variants: Array.from({ length: 4 }, () => ({ ru: 'B' })) })).toEqual(['variants'])
})
