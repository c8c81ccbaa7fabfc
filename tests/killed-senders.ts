import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '../src/db/client.ts'
import { startTelegram, type Telegram } from './doubles/telegram.ts'
import { openOutbox } from './outbox.ts'
import { programOf } from './programs.ts'

export interface KilledSenders {
  db: Db
  telegram: Telegram
  /** @param clock  max ms by which the sender's clock is stepped */
  start(clock?: number): void
  /** Kills one sender and starts another in its place. */
  killOne(clock?: number): Promise<void>
  /** Messages in flight in any sender at the moments of the kills */
  underway(): number
  close(): Promise<void>
}

/** Messages per second of all senders in a test */
const rate = 80

/** Waits a random time of up to this many ms */
export const moment = (maxMs: number) => Bun.sleep(Math.random() * maxMs)

/** Starts senders in separate processes that a test can kill, with a database and a fake Telegram. */
export async function openKilledSenders(): Promise<KilledSenders> {
  await using opening = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'kurs-broadcast-kill-'))
  opening.defer(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'app.db')
  const db = await openOutbox(`file:${file}`)
  opening.defer(db.close)
  const telegram = startTelegram({ perSecond: rate + 50, perChat: 20 })
  opening.defer(telegram.close)
  const children: Bun.Subprocess[] = []
  opening.defer(async () => {
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(children.map(({ exited }) => exited))
  })
  const start = (clock = 0) => {
    const script = programOf('tests/sender-process.ts')
    const words = [process.execPath, script, file, telegram.root, telegram.token, String(rate), String(clock)]
    children.push(Bun.spawn(words, { stdin: 'ignore', stdout: 'ignore', stderr: 'inherit' }))
  }
  let underway = 0
  const opened = opening.move()
  return {
    db,
    telegram,
    start,
    killOne: async (clock) => {
      const [child] = children.splice(Math.floor(Math.random() * children.length), 1)
      child?.kill('SIGKILL')
      await child?.exited
      const { rows } = await db.client.execute("select count(*) as n from deliveries where state = 'sending'")
      underway += Number(rows[0]?.n)
      start(clock)
    },
    underway: () => underway,
    close: () => opened.disposeAsync(),
  }
}
