import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '../src/db/client.ts'
import { watchBroadcast } from '../src/main/broadcast-command.ts'
import { type Commands, openCommands } from './commands.ts'
import { openMigrated } from './migrated.ts'
import { addSeries } from './series.ts'

setDefaultTimeout(60_000)

const message = {
  name: 'Sunday news',
  text: { ru: '<b>Привет</b>, {name|друг}', en: 'Hello, {name|friend}' },
  buttons: [[{ text: { ru: 'Открыть', en: 'Open' }, url: 'https://kurs.test/' }]],
  audience: { locale: 'ru' },
  onUnknown: 'hold',
}

let folder: string
let db: Db
let commands: Commands
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-broadcast-command-'))
  commands = openCommands()
  db = await openMigrated('app', folder)
})
afterAll(async () => {
  await commands.close()
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

const run = (...words: string[]) =>
  commands.run(words, { DATA_DIR: folder, LOG_LEVEL: 'silent', SITE_URL: 'https://kurs.test' })

async function fileOf(name: string, content: unknown): Promise<string> {
  const path = join(folder, name)
  await Bun.write(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

async function importMessage(more: object = {}): Promise<string> {
  const made = await run('broadcast', 'import', await fileOf(`${crypto.randomUUID()}.json`, { ...message, ...more }))
  expect(made).toMatchObject({ status: 0, stderr: '' })
  return made.stdout.trim()
}

/** Sets fields of a broadcast as a sender would */
const turn = (id: string, counts: Record<string, string | number | null>, to: Db = db) =>
  to.writeRaw([
    {
      sql: `update broadcasts set ${Object.keys(counts).map((name) => `${name} = ?`)} where id = ?`,
      args: [...Object.values(counts), id],
    },
  ])

test('subscribers and a broadcast are imported; it starts, pauses, resumes and is canceled by ID', async () => {
  const unheard = { ...message, audience: { chats: [-1] } }
  const nobody = await run('broadcast', 'import', await fileOf('nobody.json', unheard), '--start')
  const draft = nobody.stdout.trim()
  expect(nobody).toMatchObject({
    status: 1,
    stderr: `${draft} was created as a draft but not started. No subscribers match its audience.\n`,
  })

  const csv = await fileOf('chats.csv', 'chat_id,locale,name\n101,ru,Анна\n102,en,Al\n103,ru,Вера\n')
  expect(await run('subscriber', 'import', csv)).toMatchObject({ status: 0, stderr: '' })
  const again = await run('subscriber', 'import', csv, '--json')
  expect(JSON.parse(again.stdout)).toMatchObject({ status: 'imported', rows: 3, added: 0, changed: 0, file: csv })

  const started = await run('broadcast', 'import', await fileOf('start.json', message), '--start')
  expect(started).toMatchObject({ status: 0, stderr: '' })
  const id = started.stdout.trim()
  const none = { total: 0, pending: 0, sent: 0, failed: 0, unknown: 0, skipped: 0 }
  const statusOf = async () => JSON.parse((await run('broadcast', 'status', id, '--json')).stdout)
  expect(await statusOf()).toEqual({ state: 'preparing', ...none, isPartial: true })
  await turn(id, { state: 'running', is_snapshot_whole: 1, total: 9, sent: 3, failed: 1, unknown: 1, skipped: 1 })
  const counts = { total: 9, pending: 3, sent: 3, failed: 1, unknown: 1, skipped: 1 }
  expect(await statusOf()).toEqual({ state: 'running', ...counts })
  const line = '3 of 9 sent, 1 failed, 1 unknown, 1 skipped, 3 to go\n'
  expect((await run('broadcast', 'status', id)).stdout).toBe(`running: ${line}`)
  expect(await run('broadcast', 'pause', id)).toMatchObject({ status: 0, stdout: `${id} is paused.\n` })
  expect(await run('broadcast', 'pause', id)).toMatchObject({ status: 1, stderr: 'It is paused.\n' })
  await turn(id, { reason: 'content', error: "Bad Request: can't parse entities" })
  const paused = (await run('broadcast', 'status', id)).stdout
  expect(paused).toBe(`paused (content: Bad Request: can't parse entities): ${line}`)
  expect(await run('broadcast', 'resume', id)).toMatchObject({ status: 0, stdout: `${id} is resumed.\n` })
  expect(await statusOf()).toMatchObject({ state: 'running' })
  expect(await run('broadcast', 'cancel', id)).toMatchObject({ status: 0, stdout: `${id} is cancelled.\n` })
  await turn(id, { dropped: 3 })
  expect(await statusOf()).toEqual({ state: 'cancelled', ...counts, pending: 0, skipped: 4 })
  const reactivated = await run('subscriber', 'reactivate', '--broadcast', id)
  expect(reactivated).toMatchObject({
    status: 0,
    stdout: `Broadcast ${id} has no lost subscribers to reactivate.\n`,
  })
  expect((await run('broadcast', 'status', id, '--watch')).stdout).toStartWith('cancelled: 3 of 9 sent')

  const listed: unknown[] = JSON.parse((await run('broadcast', 'list', '--json')).stdout)
  expect(listed).toContainEqual(expect.objectContaining({ id, name: 'Sunday news', state: 'cancelled', sent: 3 }))
  expect((await run('broadcast', 'list')).stdout).toContain(`${draft}\tdraft\t0/0\tSunday news\n`)
  const { rows } = await db.client.execute({
    sql: 'select act, address from audit_log where subject_id = ? order by id',
    args: [`broadcast:${id}`],
  })
  const told = ['create', 'start', 'pause', 'resume', 'cancel'].map((act) => `broadcast.${act}`)
  expect(rows.map(({ act }) => act)).toEqual(told)
  expect([...new Set(rows.map(({ address }) => address))]).toEqual(['command line'])
})

test('a series is listed, paused and started by its ID', async () => {
  const { id, steps } = await addSeries(db, { delays: [0, 10] })
  await db.writeRaw([
    {
      sql: `insert into series_people (series_id, chat_id, state, position, due_at, at)
        values (?, 1, 'waiting', 1, 0, 0), (?, 2, 'done', 2, 0, 0), (?, 3, 'left', 0, 0, 0)`,
      args: [id, id, id],
    },
    { sql: 'update broadcasts set sent = 2, needs_approval = 1 where id = ?', args: [steps[0] ?? ''] },
  ])
  expect((await run('series', 'list')).stdout).toBe(`${id}\trunning\t1/1/1\tA series\n`)
  const status = await run('series', 'status', id)
  expect(status.stdout).toBe(`running: 1 waiting, 1 completed, 1 left early
step 1, running: 0 waiting, 2 sent, 0 failed, 0 unknown
step 2, running: 1 waiting, 0 sent, 0 failed, 0 unknown
`)
  expect(await run('series', 'pause', id)).toMatchObject({ status: 0, stdout: `${id} is paused.\n` })
  expect(await run('series', 'pause', id)).toMatchObject({ status: 1, stderr: 'It is stopped.\n' })
  const refused = await run('series', 'start', id)
  expect(refused).toMatchObject({ status: 1, stderr: 'Another administrator must approve step 1 first.\n' })
  await turn(steps[0] ?? '', { approved_revision: 1 })
  expect(await run('series', 'start', id)).toMatchObject({ status: 0, stdout: `${id} is running.\n` })
  expect(JSON.parse((await run('series', 'status', id, '--json')).stdout)).toMatchObject({ state: 'running', done: 1 })
  expect(await run('series', 'stop')).toMatchObject({ status: 2, stdout: '' })
})

test('an imported file is stored with its values and defaults', async () => {
  const id = await importMessage({ quietHours: { from: '22:00', to: '08:30' }, isProtected: true, isSilent: true })
  const { rows } = await db.client.execute({ sql: 'select * from broadcasts where id = ?', args: [id] })
  const [row] = rows
  expect(row).toMatchObject({ state: 'draft', on_unknown: 'hold', quiet_from: 22 * 60, quiet_to: 8 * 60 + 30 })
  expect(JSON.parse(String(row?.audience))).toEqual({ locale: 'ru' })
  const { text, buttons } = message
  const options = { hasLinkPreview: true, isSilent: true, isProtected: true }
  expect(JSON.parse(String(row?.content))).toEqual({ text, buttons, media: [], ...options })
})

test.each<[string, object]>([
  ['a plain one', {}],
  [
    'one with everything that a file can say',
    {
      text: { ru: '<b>Привет</b>' },
      variants: [{ ru: 'Иначе' }, { en: 'Otherwise' }],
      media: [{ kind: 'photo', file: 'AgACAgI', name: 'chart.png' }],
      buttons: [
        [{ text: { ru: 'Да' }, callback: 'Спасибо, {name|друг}' }],
        [{ text: { en: 'Code' }, copyText: 'KURS' }],
      ],
      hasLinkPreview: false,
      isSilent: true,
      isProtected: true,
      audience: {
        activeWithinDays: 30,
        role: 'user',
        isLinked: true,
        clicked: { broadcast: 'x', button: 0 },
        chats: [-7],
      },
      onUnknown: 'resend',
      quietHours: { from: '22:05', to: '00:00' },
      trial: { percent: 20, hours: 4 },
      isPaid: true,
      needsApproval: true,
    },
  ],
  ['one whose winner an administrator chooses', { variants: [{ ru: 'Иначе' }], trial: { percent: 50 } }],
])('an exported broadcast is imported unchanged, whatever its state: %s', async (_, more) => {
  const id = await importMessage(more)
  await turn(id, { state: 'finished', is_snapshot_whole: 1, revision: 3, total: 9, sent: 9 })
  const exported = await run('broadcast', 'export', id)
  expect(exported).toMatchObject({ status: 0, stderr: '' })
  expect(JSON.parse(exported.stdout)).toMatchObject({ ...message, ...more })
  const copy = (await run('broadcast', 'import', await fileOf('exported.json', exported.stdout))).stdout.trim()
  const kept = async (of: string) =>
    db.readOne(
      `select name, content, audience, on_unknown, quiet_from, quiet_to, trial_percent, trial_minutes, is_paid,
        needs_approval from broadcasts where id = ?`,
    )(of)
  expect(await kept(copy)).toEqual(await kept(id))
  expect((await run('broadcast', 'export', copy)).stdout).toBe(exported.stdout)
})

test('a broadcast that needs approval by another administrator is imported as a draft', async () => {
  await run('subscriber', 'import', await fileOf('some.csv', '201,ru,Инна\n'))
  const path = await fileOf('approval.json', { ...message, needsApproval: true, audience: { chats: [201] } })
  const { status, stdout, stderr } = await run('broadcast', 'import', path, '--start')
  expect([status, stderr]).toEqual([
    1,
    `${stdout.trim()} was created as a draft but not started. Another administrator must approve it first.\n`,
  ])
})

test.each<[string, unknown]>([
  ['is not valid JSON.', '{'],
  ['audience: ', { ...message, audience: { local: 'ru' } }],
  ['audience.locale: ', { ...message, audience: { locale: 'de' } }],
  ['onUnknown: ', { ...message, onUnknown: 'drop' }],
  ['name: ', { ...message, name: ' ' }],
  ['text.ru: ', { ...message, text: { ru: '<b>open' } }],
  ['buttons.0.0.url: ', { ...message, buttons: [[{ text: { ru: 'Да' }, url: 'ftp://kurs.test' }]] }],
  ['quietHours.from: expected a time such as 22:00', { ...message, quietHours: { from: '25:00', to: '08:00' } }],
])('an invalid file creates nothing, and the message names the fault: %s', async (text, content) => {
  const before = (await run('broadcast', 'list')).stdout
  const { status, stdout, stderr } = await run('broadcast', 'import', await fileOf('faulty.json', content), '--start')
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain(text)
  expect((await run('broadcast', 'list')).stdout).toBe(before)
})

test('wrong arguments print the usage', async () => {
  for (const words of [[], ['send', 'x'], ['import'], ['list', 'x'], ['pause', 'a', 'b'], ['status', 'x', '--all']]) {
    const { status, stderr } = await run('broadcast', ...words)
    expect(status).toBe(2)
    expect(stderr).toContain('broadcast import FILE.json')
  }
  for (const act of ['export', 'status', 'pause', 'resume', 'cancel'])
    expect(await run('broadcast', act, 'none')).toMatchObject({ status: 1, stderr: 'There is no broadcast none.\n' })
  expect(await run('broadcast', 'import', join(folder, 'none.json'))).toMatchObject({ status: 1 })
  expect(await run('subscriber', 'reactivate', '--broadcast', 'none')).toMatchObject({ status: 1 })
  for (const words of [['import'], ['reactivate'], ['reactivate', 'x'], ['import', 'x.csv', '--broadcast', 'x']]) {
    expect(await run('subscriber', ...words)).toMatchObject({ status: 2 })
  }
  const faulty = await run('subscriber', 'import', await fileOf('bad.csv', '101,ru,A\n102,de,B'))
  expect(faulty.stderr).toContain('bad.csv:2: column locale: "de": expected ru or en.\nNothing was imported.')
})

test('watching shows a progress bar on a terminal, and a line per change elsewhere', async () => {
  const id = await importMessage()
  await turn(id, { state: 'running', is_snapshot_whole: 1, total: 200, sent: 50 })
  let drawn = ''
  let last = '50/200'
  const steps: Record<string, string | number>[] = [
    { sent: 98, failed: 2 },
    { state: 'finished', sent: 198 },
  ]
  const next = async () => {
    const step = steps.shift()
    if (step) await turn(id, step)
  }
  const terminal = {
    isTTY: true,
    columns: 80,
    write: (text: string) => {
      drawn += text
      // Makes the next step once the output shows this one.
      if (!text.includes(last)) return
      last = '98/200'
      next()
    },
  }
  const lines: string[] = []
  const write = (line: string) => lines.push(line)
  expect(await watchBroadcast({ db, id, isJson: false, terminal, write, everyMs: 1 })).toBe(0)
  expect(lines).toEqual(['finished: 198 of 200 sent, 2 failed, 0 unknown, 0 skipped, 0 to go'])
  expect(drawn).toContain('██████████░░░░░░░░░░')
  expect(drawn).toMatch(/ running {2}50\/200 {2}\d+\.\d\/s/)
  expect(drawn).toMatch(/ running {2}98\/200 {2}2 failed/)

  await turn(id, { state: 'running', sent: 100 })
  const told: string[] = []
  const tell = (line: string) => {
    told.push(line)
    if (told.length === 1) turn(id, { state: 'finished', sent: 198 })
  }
  expect(await watchBroadcast({ db, id, isJson: true, terminal: { write: () => 0 }, write: tell, everyMs: 1 })).toBe(0)
  expect(told.map((line) => JSON.parse(line).sent)).toEqual([100, 198])
})
