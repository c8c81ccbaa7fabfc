import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '../src/db/client.ts'
import { makeAdministrator } from './administrator.ts'
import { askOnce } from './balancer.ts'
import { startTelegram, type Telegram } from './doubles/telegram.ts'
import { fewTexts } from './few-texts.ts'
import { freePort } from './free-port.ts'
import { moment } from './killed-senders.ts'
import { openOutbox } from './outbox.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { writeFiles } from './write-files.ts'

export interface KilledServer {
  /** `app.db`, beside the server */
  db: Db
  telegram: Telegram
  /** Somebody new, who sends its forms from now on; such a sign-in is fresh for a quarter of an hour. @returns their id */
  signIn(): Promise<string>
  /** @returns the status of the answer */
  send(path: string, fields: Record<string, string>): Promise<number>
  kill(): Promise<void>
  /** At any moment around a form: before it comes, while it is dealt with, or behind its answer. @returns its status if it had one */
  killAround(path: string, fields: Record<string, string>): Promise<number | undefined>
  /** Once it was killed */
  start(): Promise<void>
  /** Messages that were under way when it was killed */
  underway(): number
  close(): Promise<void>
}

/** Messages a second */
const rate = 150

/** `serve` as web and sender, which a test kills, with a database and a Telegram. */
export async function openKilledServer(): Promise<KilledServer> {
  await using opening = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'kurs-server-kill-'))
  opening.defer(() => rm(folder, { recursive: true, force: true }))
  const [data, content] = [join(folder, 'data'), join(folder, 'content')]
  await mkdir(data)
  await writeFiles(content, fewTexts)
  const db = await openOutbox(`file:${join(data, 'app.db')}`)
  opening.defer(db.close)
  const telegram = startTelegram({ perSecond: 2 * rate, perChat: 20 })
  opening.defer(telegram.close)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    HOST: '127.0.0.1',
    PORT: String(port),
    SITE_URL: url,
    ROLES: 'web,sender',
    DATA_DIR: data,
    CONTENT_DIR: content,
    SECRET: 'a secret of nobody but this test',
    TELEGRAM_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.root,
    TELEGRAM_RATE: String(rate),
  }
  let server: ServerProcess | undefined
  opening.defer(async () => server?.kill())
  const start = async () => {
    server = await startServer(env)
  }
  await start()
  let cookie = ''
  let signedIn = 0
  let tookMs = 100
  let underway = 0
  const send: KilledServer['send'] = async (path, fields) => {
    const began = performance.now()
    const headers = { cookie, accept: 'text/html', 'sec-fetch-site': 'same-origin' }
    const { status } = await askOnce(url)(path, { method: 'POST', headers, body: new URLSearchParams(fields) })
    tookMs = performance.now() - began
    return status
  }
  const kill = async () => {
    await server?.kill()
    server = undefined
    const row = await db.readOne("select count(*) as n from deliveries where state = 'sending'")()
    underway += Number(row?.n)
  }
  const opened = opening.move()
  return {
    db,
    telegram,
    signIn: async () => {
      const administrator = await makeAdministrator(db, `keeper-${++signedIn}`, url)
      cookie = administrator.cookie
      return administrator.user.id
    },
    send,
    kill,
    killAround: async (path, fields) => {
      const answer = send(path, fields).catch(() => undefined)
      // As the machine is: twice the time of the last answer is before and behind this one.
      await moment(2 * tookMs)
      await kill()
      return answer
    },
    start,
    underway: () => underway,
    close: () => opened.disposeAsync(),
  }
}
