import { afterAll, expect, test } from 'bun:test'
import { type Administrator, makeAdministrator } from '../../../tests/administrator.ts'
import { openComposer } from '../../../tests/composers.ts'
import { addSubscribers } from '../../../tests/outbox.ts'
import { addSeries } from '../../../tests/series.ts'
import { href, paths } from '../../paths.ts'
import { changeOfSeries } from './pages/series-page-routes.tsx'
import { countPeople } from './people-queries.ts'
import { sumOf } from './series.ts'
import { findSeries } from './series-queries.ts'
import { listSteps, stepsVersion } from './step-queries.ts'

const { site, composer, ask, rowsOf } = await openComposer()
const approver = await makeAdministrator(site.appDb, 'approver')
afterAll(() => site.close())

const stepsOf = (id: string) => listSteps(site.appDb, id)
const actsOf = async (id: string) =>
  (await rowsOf('select act from audit_log where subject_id = ? order by id', `series:${id}`)).map(({ act }) => act)

async function makeSeries(steps: Record<string, string>[], by = composer): Promise<string> {
  const made = await ask(paths.newSeries, { name: 'Welcome', trigger: 'start' }, by)
  const id = made.location?.split('/').at(-1) ?? ''
  for (const step of steps) {
    const added = await ask(href(paths.newSeriesStep, { id }), { 'text.ru': 'Привет', delay: '2', ...step }, by)
    expect(added.status).toBe(303)
  }
  return id
}

async function start(id: string): Promise<number> {
  const revision = String((await findSeries(site.appDb, id))?.revision)
  return (await ask(href(paths.seriesStart, { id }), { revision, steps: stepsVersion(await stepsOf(id)) })).status
}

test('a required approval of a step comes from another person, for the text they saw', async () => {
  const id = await makeSeries([{ needsApproval: 'on' }, {}])
  const place = { id, step: '1' }
  const approve = async (by: Administrator, revision: string, step = '1') => {
    const shown = { id: (await stepsOf(id))[Number(step) - 1]?.id ?? '', revision }
    return (await ask(href(paths.seriesStepApproval, { id, step }), shown, by)).status
  }
  expect(await start(id)).toBe(409)
  expect(await approve(composer, '1')).toBe(409)
  // A step that does not require approval cannot be approved, so the answer is a conflict.
  expect(await approve(approver, '1', '2')).toBe(409)
  expect((await ask(`/en${href(paths.series, { id })}`, undefined, approver)).html).toContain('Waiting for approval')
  expect(await approve(approver, '1')).toBe(303)
  const edited = { 'text.ru': 'Иначе', delay: '2', revision: '1' }
  expect((await ask(href(paths.seriesStep, place), edited)).status).toBe(303)
  expect(await start(id)).toBe(409)
  expect(await approve(approver, '1')).toBe(409)
  expect(await approve(approver, '2')).toBe(303)
  expect(await start(id)).toBe(303)
  expect(await actsOf(id)).toContain('series.step-approve')
  expect((await ask(`/en${href(paths.series, { id })}`)).html).toContain('no process with the “sender” role')

  const copy = (await ask(href(paths.seriesCopy, { id }), {})).location?.split('/').at(-1) ?? ''
  expect((await stepsOf(copy)).map((row) => [row.needsApproval, row.state, row.approvedRevision])).toEqual([
    [true, 'draft', null],
    [false, 'draft', null],
  ])
  expect(await findSeries(site.appDb, copy)).toMatchObject({ name: 'Welcome (копия)', state: 'draft' })
  expect(await start(copy)).toBe(409)
})

test('an edit of an outdated step is refused with its text kept, wherever the step is now', async () => {
  const id = await makeSeries([{}, {}])
  const [first = '', second = ''] = (await stepsOf(id)).map((step) => step.id)
  await ask(href(paths.seriesStepPlace, { id, step: '1' }), { id: first, way: 'down' })
  const edit = (text: string, revision: string, of = first) =>
    ask(href(paths.seriesStep, { id, step: '1' }), { 'text.ru': text, delay: '2', id: of, revision })
  expect((await edit('Раз', '1')).status).toBe(303)
  const late = await edit('Два', '1')
  expect(late.status).toBe(409)
  expect(late.html).toContain('>Два</textarea>')
  expect(late.html).toMatch(/name="revision" value="2"/)
  expect((await edit('Два', '2')).status).toBe(303)
  const texts = (await stepsOf(id)).map((step) => [step.id, JSON.parse(step.content).text.ru])
  expect(texts).toEqual([
    [second, 'Привет'],
    [first, 'Два'],
  ])
  expect((await edit('Три', '3', 'none')).status).toBe(404)
})

test('an old session must confirm its identity before approving a step', async () => {
  const id = await makeSeries([{ needsApproval: 'on' }])
  const late = await makeAdministrator(site.appDb, 'latecomer')
  await rowsOf('update sessions set proven_at = 0 where user_id = ?', late.user.id)
  const shown = { id: (await stepsOf(id))[0]?.id ?? '', revision: '1' }
  const asked = await ask(href(paths.seriesStepApproval, { id, step: '1' }), shown, late)
  expect([asked.status, asked.location?.startsWith(paths.confirm)]).toEqual([303, true])
  expect((await stepsOf(id))[0]?.approvedRevision).toBeNull()
})

test('a test of a step is sent to the requester, in the chosen language', async () => {
  const id = await makeSeries([{ 'text.ru': 'Шаг', 'text.en': 'A step' }])
  const send = () => ask(href(paths.seriesStepTest, { id, step: '1' }), { locale: 'en' })
  expect((await send()).status).toBe(409)
  await addSubscribers(site.appDb, 1, 801)
  await rowsOf('update subscribers set user_id = ? where chat_id = 801', composer.user.id)
  expect((await send()).status).toBe(303)
  const notices = await rowsOf('select payload from notices where chat_id = 801')
  expect(notices.map(({ payload }) => JSON.parse(String(payload)).text)).toEqual(['A step'])
  expect(await actsOf(id)).toContain('broadcast.test')
  await rowsOf('delete from notices where chat_id = 801')
  // The limiter allows one more message every half a minute, however slow this test is.
  let sent = 1
  while (sent < 60 && (await send()).status === 303) sent++
  expect(sent).toBeGreaterThanOrEqual(20)
  expect(sent).toBeLessThan(60)
})

test('the list and the page show where people are, and watchers get the changes', async () => {
  const { appDb: db } = site
  const { id, steps } = await addSeries(db, { delays: [0, 10] })
  const look = async () => {
    const row = await findSeries(db, id)
    return row && { row, steps: await listSteps(db, id), people: await countPeople(db, id), isUnattended: false }
  }
  const [before, same] = [await look(), await look()]
  await rowsOf(`insert into series_people (series_id, chat_id, state, position, due_at, at) values
    ('${id}', 1, 'waiting', 0, 0, 0), ('${id}', 2, 'waiting', 1, 0, 0), ('${id}', 3, 'done', 2, 0, 0), ('${id}', 4, 'left', 1, 0, 0)`)
  const people = await countPeople(db, id)
  expect((['waiting', 'done', 'left'] as const).map((state) => sumOf(people, state))).toEqual([2, 1, 1])
  const entered = await look()
  await rowsOf('update broadcasts set sent = 1 where id = ?', steps[0] ?? '')
  const sent = await look()
  await rowsOf("update broadcasts set state = 'paused' where id = ?", steps[0] ?? '')
  const paused = await look()
  if (!before || !same || !entered || !sent || !paused) throw new Error('The series has gone.')
  expect([changeOfSeries(before, same), changeOfSeries(before, entered)]).toEqual([undefined, 'counters'])
  expect([changeOfSeries(entered, sent), changeOfSeries(sent, paused)]).toEqual(['counters', 'state'])
  expect(changeOfSeries(same, { ...same, isUnattended: true })).toBe('state')
  const { html } = await site.as(composer).part(`/en${href(paths.series, { id })}?part=progress`)
  expect(html).toStartWith('<section id="series-progress"')
  expect(html).toContain('This step paused automatically')
  expect((await ask(`/en${paths.allSeries}`)).html).toContain('Left early')
})

test('a page with outdated steps is reloaded before anything can be started', async () => {
  const id = await makeSeries([{}])
  const { html } = await ask(href(paths.series, { id }))
  const address = /hx-get="([^"]*part=acts[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const redirectOf = async () => (await site.as(composer).part(address)).headers.get('hx-redirect')
  expect(await redirectOf()).toBeNull()
  expect((await ask(href(paths.newSeriesStep, { id }), { 'text.ru': 'Ещё', delay: '2' })).status).toBe(303)
  expect(await redirectOf()).toBe(href(paths.series, { id }))
})

test('a series starts only with the steps that were shown', async () => {
  const id = await makeSeries([{}, {}])
  const shownStart = async (): Promise<Record<string, string>> => {
    const { html } = await ask(href(paths.series, { id }))
    const form = html.slice(html.indexOf(`action="${href(paths.seriesStart, { id })}"`)).split('</form>')[0] ?? ''
    const hidden = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)]
    return Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]))
  }
  const press = (shown: Record<string, string>) => ask(href(paths.seriesStart, { id }), shown)
  const [first = '', second = ''] = (await stepsOf(id)).map((step) => step.id)
  const changes: (() => Promise<{ status: number }>)[] = [
    () => ask(href(paths.seriesStep, { id, step: '1' }), { 'text.ru': 'Иначе', delay: '2', id: first, revision: '1' }),
    () => ask(href(paths.seriesStepPlace, { id, step: '1' }), { id: first, way: 'down' }),
    () => ask(href(paths.newSeriesStep, { id }), { 'text.ru': 'Ещё', delay: '2' }),
    () => ask(href(paths.seriesStepRemoval, { id, step: '1' }), { id: second }),
  ]
  for (const change of changes) {
    const shown = await shownStart()
    expect((await change()).status).toBe(303)
    expect((await press(shown)).status).toBe(409)
    expect((await findSeries(site.appDb, id))?.state).toBe('draft')
  }
  expect((await press(await shownStart())).status).toBe(303)
})
