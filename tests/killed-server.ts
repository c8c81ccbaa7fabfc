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
import { visitorOf } from './visitor.ts'
import { writeFiles } from './write-files.ts'

export interface KilledServer {
  /** Database `app.db` of the server, opened a second time by the test */
  db: Db
  telegram: Telegram
  /**
   * Signs in a new user, who sends the forms from now on. The sign-in counts as recent for 15 minutes. @returns the
   * user ID
   */
  signIn(): Promise<string>
  /** Sends a form as the signed-in user. @returns the response status */
  send(path: string, fields: Record<string, string>): Promise<number>
  kill(): Promise<void>
  /**
   * Kills the server at a random moment before, during or after a form request. @returns the response status, if any
   */
  killAround(path: string, fields: Record<string, string>): Promise<number | undefined>
  /** Restarts the server after a kill */
  start(): Promise<void>
  /** Returns the number of messages that were in flight at the kill */
  underway(): number
  close(): Promise<void>
}

/** Messages that the server's sender may send per second */
const rate = 150

/** Starts `serve` as web and sender, which a test can kill, with a database and a fake Telegram. */
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
    const { status } = await visitorOf(askOnce(url), { cookie }).post(path, fields)
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
      // Adapts to the machine's speed: the delay before the kill is random, up to twice the duration of the last
      // answer.
      await moment(2 * tookMs)
      await kill()
      return answer
    },
    start,
    underway: () => underway,
    close: () => opened.disposeAsync(),
  }
}
