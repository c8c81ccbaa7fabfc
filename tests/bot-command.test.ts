import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wholeMoney } from '../src/bots/engine/money.ts'
import { createBot } from '../src/bots/owner/own-bots.ts'
import type { Db } from '../src/db/client.ts'
import { type Commands, openCommands } from './commands.ts'
import { openMigrated } from './migrated.ts'
import { addUsers } from './users.ts'

setDefaultTimeout(60_000)

const begin = Date.UTC(2024, 0, 1)
const plan = {
  strategy: 'ma-cross',
  params: { fast: 2, slow: 5 },
  costs: { takerFee: 1000, makerFee: 1000, spread: 0, slippage: 0 },
  order: 'nearest' as const,
}

let folder: string
let db: Db
let commands: Commands
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-bot-command-'))
  commands = openCommands()
  db = await openMigrated('app', folder)
  const rows = Array.from({ length: 10 }, (_, n) => {
    const openTime = begin + n * 60_000
    return `${openTime},42000.00,42010.00,41990.00,42000.00,35.9,${openTime + 59_999},1519032.30,1327,23.18,980394.01,0`
  })
  await Bun.write(join(folder, 'archive.csv'), rows.join('\n'))
  expect(await run('candles', 'import', join(folder, 'archive.csv'), '--asset', 'BTCUSDT')).toMatchObject({ status: 0 })
})
afterAll(async () => {
  await commands.close()
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

const run = (...words: string[]) =>
  commands.run(words, { DATA_DIR: folder, FEED: 'binance', LOG_LEVEL: 'silent', SITE_URL: 'https://kurs.test' })

async function add(userId: string | null, name: string): Promise<string> {
  const draft = { userId, name, asset: 'BTCUSDT', tf: 5 as const, capital: wholeMoney(1000 * 1e8), plan }
  const made = await createBot({ db, now: () => begin }, draft)
  if (made.status !== 'created') throw new Error(made.status)
  return made.id
}

const turn = (id: string, state: string) =>
  db.client.execute({ sql: 'update bots set state = ? where id = ?', args: [state, id] })

test('bots are started, paused, resumed and stopped by their ID', async () => {
  const [userId = ''] = await addUsers(db, [{ login: 'owner' }])
  const id = await add(userId, 'Crossing')
  expect(await run('bot', 'pause', id)).toMatchObject({ status: 1, stderr: 'It is draft, so this is not possible.\n' })
  expect(await run('bot', 'start', id)).toEqual({ status: 0, stdout: 'Crossing: start\n', stderr: '' })
  const listed: unknown[] = JSON.parse((await run('bot', 'list', '--json')).stdout)
  expect(listed).toContainEqual({
    id,
    owner: 'owner',
    state: 'running',
    reason: null,
    strategy: 'ma-cross',
    asset: 'BTCUSDT',
    tf: 5,
    capital: '1000.00000000',
    equity: '1000.00000000',
    profitPercent: 0,
    name: 'Crossing',
  })
  expect(await run('bot', 'pause', id)).toMatchObject({ status: 0 })
  await turn(id, 'paused')
  expect(await run('bot', 'start', id)).toMatchObject({ status: 0 })
  expect(await run('bot', 'stop', id)).toMatchObject({ status: 0 })
  const told = await db.client.execute('select act from bot_acts order by id')
  expect(told.rows.map(({ act }) => JSON.parse(String(act)))).toMatchObject([
    { do: 'pause', after: begin + 9 * 60_000 },
    { do: 'resume', after: begin + 9 * 60_000 },
    { do: 'halt', after: begin + 9 * 60_000 },
  ])
  const audited = await db.client.execute("select * from audit_log where act like 'bot.%' order by id")
  expect(audited.rows.map(({ act }) => act)).toEqual(['bot.start', 'bot.pause', 'bot.resume', 'bot.stop'])
  expect(audited.rows[0]).toMatchObject({ subject_id: userId, subject_login: 'owner', address: 'command line' })
  expect(JSON.parse(String(audited.rows[0]?.after))).toEqual({ bot: id, name: 'Crossing' })
  await turn(id, 'stopped')
  expect((await run('bot', 'start', id)).stderr).toBe('It is stopped. Only drafts and paused bots can be started.\n')
})

test('wrong arguments print the usage', async () => {
  const plain = (await run('bot', 'list')).stdout.split('\n')
  const id = await add(null, 'Shown to all')
  const more = (await run('bot', 'list')).stdout.split('\n')
  const line = more.find((own) => !plain.includes(own))
  expect(line).toBe(`${id}\t-\tdraft\tma-cross\tBTCUSDT\t5\t1000.00000000\t0%\tShown to all`)
  for (const words of [[], ['sell', 'x'], ['start'], ['list', 'x'], ['stop', 'a', 'b'], ['list', '--all']]) {
    const { status, stderr } = await run('bot', ...words)
    expect(status).toBe(2)
    expect(stderr).toContain('bot list [--json]')
  }
  expect(await run('bot', 'stop', 'nowhere')).toMatchObject({ status: 1, stderr: 'There is no bot nowhere.\n' })
})
