import { afterAll, expect, test } from 'bun:test'
import { openComposer } from '../../../tests/composers.ts'
import { addSubscribers } from '../../../tests/outbox.ts'
import { addSeries } from '../../../tests/series.ts'
import { createTestBot } from '../../../tests/telegram-bot.ts'
import { href, paths } from '../../paths.ts'
import { countClick } from '../clicks/count-click.ts'
import { createSeries, startSeries } from './edit-series.ts'
import { addStep as insertStep } from './edit-steps.ts'
import { listSteps, stepsVersion } from './step-queries.ts'

const { site, ask, rowsOf } = await openComposer()
afterAll(() => site.close())

async function create(fields: Record<string, string> = {}): Promise<string> {
  const made = await ask(paths.newSeries, { name: 'Welcome', trigger: 'start', ...fields })
  expect(made.status).toBe(303)
  return made.location?.split('/').at(-1) ?? ''
}

const step = { 'text.ru': 'Привет', 'text.en': 'Hello', delay: '2', unit: 'hours' }
const addStep = (id: string, more: Record<string, string> = {}) =>
  ask(href(paths.newSeriesStep, { id }), { ...step, ...more })
const revisionOf = async (id: string) =>
  String((await rowsOf('select revision from series where id = ?', id))[0]?.revision)
const start = async (id: string) => {
  const steps = stepsVersion(await listSteps(site.appDb, id))
  return ask(href(paths.seriesStart, { id }), { revision: await revisionOf(id), steps })
}
const act = async (id: string, name: string) =>
  ask(href(paths.seriesAct, { id }), { act: name, revision: await revisionOf(id) })
const stepsOf = (id: string) => rowsOf('select * from broadcasts where series_id = ? order by series_position', id)

test('a series is composed, started, stopped, edited and removed with forms', async () => {
  const id = await create({ quietFrom: '22:00', quietTo: '08:00' })
  expect((await ask(paths.allSeries)).html).toContain(href(paths.series, { id }))
  expect((await start(id)).status).toBe(409)
  for (const [text, delay] of [
    ['Первый', '0'],
    ['Вечерний', '3'],
    ['Третий', '1'],
  ] as const) {
    expect((await addStep(id, { 'text.ru': text, delay, unit: 'days' })).status).toBe(303)
  }
  const idOf = async (step: number) => String((await stepsOf(id))[step - 1]?.id)
  const place = async (step: number, way: string) =>
    (await ask(href(paths.seriesStepPlace, { id, step: String(step) }), { id: await idOf(step), way })).location
  expect(await place(1, 'down')).toEndWith('#step-2')
  expect(await place(2, 'up')).toEndWith('#step-1')
  expect([await place(1, 'up'), await place(3, 'down')]).toEqual([null, null])
  const gone = await ask(href(paths.seriesStepRemoval, { id, step: '2' }), { id: await idOf(2) })
  expect((await ask(href(paths.seriesStepRemoval, { id, step: '2' }), { id: 'another' })).status).toBe(409)
  expect(gone.status).toBe(303)
  const steps = await stepsOf(id)
  expect(steps.map((row) => [row.name, row.series_position, row.delay_minutes, row.state, row.quiet_from])).toEqual([
    ['Welcome · 1', 0, 0, 'draft', 1320],
    ['Welcome · 2', 1, 1440, 'draft', 1320],
  ])
  expect((await start(id)).status).toBe(303)
  expect((await stepsOf(id)).map(({ state }) => state)).toEqual(['running', 'running'])
  const { html } = await ask(href(paths.series, { id }))
  expect(html).toContain('Третий')
  expect(html).not.toContain('Вечерний')
  expect((await ask(href(paths.seriesStep, { id, step: '1' }), step)).status).toBe(409)
  expect((await ask(href(paths.seriesAct, { id }), { act: 'stop', revision: '0' })).status).toBe(409)
  expect((await act(id, 'stop')).status).toBe(303)
  expect((await stepsOf(id)).map(({ state }) => state)).toEqual(['paused', 'paused'])
  expect((await ask(href(paths.seriesStepRemoval, { id, step: '1' }), { id: await idOf(1) })).status).toBe(409)
  expect(
    (await ask(href(paths.seriesStep, { id, step: '1' }), { ...step, delay: '5', unit: 'minutes', revision: '1' }))
      .status,
  ).toBe(303)
  expect((await addStep(id)).status).toBe(303)
  const edited = { name: 'Hello', trigger: 'start', quietFrom: '', quietTo: '', revision: await revisionOf(id) }
  expect((await ask(href(paths.seriesEdit, { id }), edited)).status).toBe(303)
  expect((await stepsOf(id)).map((row) => [row.name, row.delay_minutes, row.quiet_from])).toEqual([
    ['Hello · 1', 5, null],
    ['Hello · 2', 1440, null],
    ['Hello · 3', 120, null],
  ])
  expect((await act(id, 'remove')).status).toBe(303)
  expect((await stepsOf(id)).map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect((await ask(href(paths.series, { id }))).status).toBe(404)
  const log = await rowsOf('select act from audit_log where subject_id = ? order by id', `series:${id}`)
  const acts = [
    'create',
    'step',
    'step',
    'step',
    'step-move',
    'step-move',
    'step-remove',
    'start',
    'stop',
    'step-edit',
    'step',
    'edit',
    'remove',
  ]
  expect(log.map(({ act }) => act)).toEqual(acts.map((each) => `series.${each}`))
})

test.each<[Record<string, string>, string]>([
  [{ name: ' ' }, 'name-error'],
  [{ name: 'x'.repeat(81) }, 'name-error'],
  [{ trigger: 'none' }, 'trigger-error'],
  [{ quietFrom: '22:00' }, 'quietFrom-error'],
])('an invalid value is reported at its field: %o', async (fields, id) => {
  const sent = await ask(paths.newSeries, { name: 'Welcome', trigger: 'start', ...fields })
  expect(sent.status).toBe(422)
  expect(sent.html).toContain(`id="${id}"`)
})

test.each<[Record<string, string>, string]>([
  [{ delay: '91', unit: 'days' }, 'delay-error'],
  [{ delay: '-1' }, 'delay-error'],
  [{ 'text.ru': '<b>open' }, 'message-text-ru-error'],
])('an invalid value of a step is reported at its field: %o', async (fields, id) => {
  const series = await create()
  const sent = await addStep(series, fields)
  expect(sent.status).toBe(422)
  expect(sent.html).toContain(`id="${id}"`)
  expect(await stepsOf(series)).toEqual([])
})

test('a step is not listed, started, edited or removed as a broadcast of its own', async () => {
  const id = await create({ name: 'Only steps' })
  await addStep(id)
  const [{ id: stepId } = { id: '' }] = await stepsOf(id)
  const own = { id: String(stepId) }
  expect((await ask(paths.broadcasts)).html).not.toContain('Only steps')
  const { html, status } = await ask(href(paths.broadcast, own))
  expect(status).toBe(200)
  expect(html).toContain(href(paths.series, { id }))
  await addSubscribers(site.appDb, 3, 7001)
  for (const name of ['start', 'schedule']) {
    const sent = await ask(href(paths.broadcastSending, own), { act: name, revision: '1', at: '2999-01-01T10:00' })
    expect(sent.status).toBe(409)
  }
  expect((await ask(href(paths.broadcastAct, own), { act: 'remove', revision: '1' })).status).toBe(409)
  const draft = { name: 'Mine', 'text.ru': 'Другое', revision: '1' }
  expect((await ask(href(paths.broadcastEdit, own), draft)).status).toBe(409)
  expect((await ask(href(paths.broadcastDraft, own), draft)).status).toBe(403)
  expect((await stepsOf(id))[0]).toMatchObject({ name: 'Only steps · 1', state: 'draft', revision: 1 })
})

test('people enter by /start or a button, once, and leave by a reply or /stop, not by a command', async () => {
  const { appDb: db } = site
  const { id } = await addSeries(db, { delays: [10] })
  const bot = createTestBot(db, { countClick: (click) => countClick(db, click) })
  const state = async (series: string, chat: number) =>
    (await rowsOf(`select state from series_people where series_id = ? and chat_id = ${chat}`, series))[0]?.state
  for (const chat of [9001, 9002, 9003]) await bot.write(chat, '/start')
  await bot.write(9001, '/price BTCUSDT')
  await bot.write(9002, 'Спасибо!')
  await bot.write(9003, '/stop')
  expect([await state(id, 9001), await state(id, 9002), await state(id, 9003)]).toEqual(['waiting', 'left', 'left'])
  await bot.write(9002, '/start')
  expect(await state(id, 9002)).toBe('left')

  const button = JSON.stringify({ text: { ru: 'A' }, buttons: [[{ text: { ru: 'Да' }, callback: 'Да' }]] })
  const [{ id: broadcast } = { id: '' }] = await rowsOf(
    `insert into broadcasts (id, name, state, content, audience, created_at, updated_at)
      values (?, 'Asked', 'finished', ?, '{}', 0, 0) returning id`,
    crypto.randomUUID(),
    button,
  )
  const clicked = await addSeries(db, { delays: [10], clickedBroadcast: String(broadcast) })
  await rowsOf(
    `insert into deliveries (broadcast_id, chat_id, locale, name, state, at) values (?, 9001, 'ru', '', 'sent', 0)`,
    String(broadcast),
  )
  for (const chat of [9001, 9002]) await bot.click(chat, `b:${broadcast}:0`)
  expect([await state(clicked.id, 9001), await state(clicked.id, 9002)]).toEqual(['waiting', undefined])
})

test('a series with a message that Telegram would refuse does not start and names the step', async () => {
  const deps = { db: site.appDb, now: Date.now }
  const request = { address: 'test', requestId: 'test' }
  const id = await create()
  await addStep(id)
  const content = {
    text: { ru: '<b>Не закрыт' },
    media: [],
    buttons: [],
    hasLinkPreview: true,
    isSilent: false,
    isProtected: false,
  }
  await insertStep(deps, request, { seriesId: id, content, delayMinutes: 0, needsApproval: false })
  const revision = Number(await revisionOf(id))
  expect(await startSeries(deps, request, { id, revision })).toEqual({ status: 'faulty', step: 2 })
  const refused = await start(id)
  expect(refused.status).toBe(409)
  expect((await rowsOf('select state from series where id = ?', id))[0]?.state).toBe('draft')
})

test('there are at most fifty series of twenty steps', async () => {
  const deps = { db: site.appDb, now: Date.now }
  const request = { address: 'test', requestId: 'test' }
  const fields = { name: 'One more', trigger: 'start', clickedBroadcast: null, clickedButton: null } as const
  const none = { quietFrom: null, quietTo: null }
  let last = ''
  for (let n = 0; n <= 50; n++) {
    const made = await createSeries(deps, request, { ...fields, ...none })
    if (made.status === 'created') last = made.id
  }
  const [{ n } = { n: 0 }] = await rowsOf("select count(*) as n from series where state <> 'removed'")
  expect(n).toBe(50)
  expect((await ask(paths.newSeries, { name: 'Too many', trigger: 'start' })).status).toBe(409)
  const statuses: number[] = []
  for (let step = 0; step <= 20; step++) statuses.push((await addStep(last)).status)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 303), 409])
  await rowsOf("delete from broadcasts where series_id in (select id from series where name = 'One more')")
  await rowsOf("delete from series where name = 'One more'")
})
