import { expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Ask, askOnce } from './balancer.ts'
import { startTelegram, type Telegram } from './doubles/telegram.ts'
import { connectClient } from './ticker-client.ts'
import { until } from './until.ts'
import { sameOrigin } from './visitor.ts'

/** A build of the program, as an operator starts it */
export interface Program {
  /** Words of the command line before those of a command */
  command: string[]
  /** Working folder in which the program is started */
  cwd: string
}

export interface Running {
  pid: number
  url: string
  /** Stops the program. @returns its log */
  stop(): Promise<string>
}

const environment = { PATH: process.env.PATH ?? '' }

export async function serve({ command, cwd }: Program, env: Record<string, string> = {}): Promise<Running> {
  const child = Bun.spawn([...command, 'serve'], {
    cwd,
    env: { ...environment, PORT: '0', HISTORY_DAYS: '3', ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const url = await addressOf(child.stderr)
  return {
    pid: child.pid,
    url,
    stop: async () => {
      child.kill('SIGTERM')
      expect(await child.exited).toBe(0)
      return new Response(child.stdout).text()
    },
  }
}

export async function says({ command, cwd }: Program, words: string[], env = {}): Promise<string> {
  const child = Bun.spawn([...command, ...words], {
    cwd,
    env: { ...environment, ...env },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const said = await new Response(child.stdout).text()
  expect([words, await child.exited]).toEqual([words, 0])
  return said
}

async function addressOf(stderr: ReadableStream<Uint8Array>): Promise<string> {
  let said = ''
  for await (const chunk of stderr) {
    said += new TextDecoder().decode(chunk)
    const url = /Kurs is at (\S+)/.exec(said)?.[1]
    if (url) return url
  }
  throw new Error(`It did not start: ${said}`)
}

/** Checks what every build must do: the site, search, an account, ticks with the stock client, and a broadcast. */
export async function smoke(program: Program): Promise<void> {
  const telegram = startTelegram()
  const env = { TELEGRAM_TOKEN: telegram.token, TELEGRAM_API_ROOT: telegram.root, DATA_DIR: join(program.cwd, 'smoke') }
  const { url, stop } = await serve(program, { ...env, METRICS_ADDRESS: '127.0.0.1:0' })
  const ask = askOnce(url)
  try {
    await expectPages(ask)
    await expectAccount(ask, 'smoke')
    await expectTicks(url)
    // A worker computes daily candles, so this shows that the build includes its worker files.
    const wholeDays = `/api/market/candles?asset=BTCUSDT&tf=1440&from=${Date.now() - 3 * 86_400_000}`
    await until(async () => (await (await ask(wholeDays)).json()).length >= 3)
    await expectBroadcast(program, env, telegram)
  } finally {
    const log = await stop()
    expect(log).not.toContain('was lost')
    expect(log).toMatch(/"message":"metrics","port":\d+/)
    await telegram.close()
  }
}

export async function expectPages(ask: Ask): Promise<void> {
  for (const path of ['/', '/en', '/docs', '/en/docs', '/blog', '/en/blog', '/app/bots', '/sitemap.xml'])
    expect([path, (await ask(path)).status]).toEqual([path, 200])
  expect((await ask('/nowhere')).status).toBe(404)
  expect(await (await ask(`/search?q=${encodeURIComponent('свеча')}`)).text()).toContain('<mark>')
}

/**
 * Signs up, signs in and checks that the session is known. @param made  accepted statuses of sign-up; if the sign-up
 * may be repeated, the second answer is a conflict @returns the session cookie, as sent in a header
 */
export async function expectAccount(ask: Ask, login: string, made = [201]): Promise<string> {
  const send = (path: string) =>
    ask(path, {
      method: 'POST',
      headers: { ...sameOrigin, 'content-type': 'application/json' },
      body: JSON.stringify({ login, password: 'корабль лампа 7' }),
    })
  expect(made).toContain((await send('/api/auth/register')).status)
  const signedIn = await send('/api/auth/login')
  expect(signedIn.status).toBe(200)
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const me = await ask('/api/auth/me', { headers: { cookie } })
  expect(await me.json()).toMatchObject({ user: { login } })
  return cookie
}

export async function expectTicks(url: string): Promise<void> {
  const opened: { close(): unknown }[] = []
  const client = await connectClient(url, opened)
  client.subscribe('BTCUSDT', 1)
  await until(() => client.ticks.length >= 3)
  for (const part of opened) await part.close()
}

/** Sends a broadcast to two subscribers, who may already exist from an earlier call */
export async function expectBroadcast(
  program: Program,
  env: Record<string, string>,
  telegram: Telegram,
): Promise<void> {
  const before = telegram.delivered.length
  await broadcast(program, env)
  await until(() => telegram.delivered.length === before + 2)
  const told = telegram.delivered.slice(before).map(({ content }) => content.text)
  expect(told.toSorted()).toEqual(['Hello', 'Привет'])
}

async function broadcast(program: Program, env: Record<string, string>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-smoke-'))
  try {
    const [chats, message] = [join(folder, 'chats.csv'), join(folder, 'message.json')]
    await Bun.write(chats, 'chat_id,locale,name\n101,ru,Анна\n102,en,Al\n')
    await Bun.write(message, JSON.stringify({ name: 'News', text: { ru: 'Привет', en: 'Hello' } }))
    await says(program, ['subscriber', 'import', chats], env)
    await says(program, ['broadcast', 'import', message, '--start'], env)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
