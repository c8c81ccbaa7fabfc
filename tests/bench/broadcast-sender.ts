import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTelegram } from '../doubles/telegram.ts'
import { countsOf, openOutbox } from '../outbox.ts'
import { until } from '../until.ts'
import type { Report } from './report.ts'

/** Messages per second: the default of TELEGRAM_RATE, and the rate that Telegram tolerates */
export const rate = 25
export const tolerated = 30

/**
 * Starts a sender in a separate process with a separate database. @param sent  messages per second of each lane, as
 * configured
 */
export async function openBench(perSecond: number, sent = rate) {
  const stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'kurs-broadcast-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'app.db')
  const db = await openOutbox(`file:${file}`)
  stack.defer(db.close)
  const telegram = startTelegram({ perSecond, perChat: 20 })
  stack.defer(telegram.close)
  const script = join(import.meta.dir, '../sender-process.ts')
  const start = async () => {
    const words = [process.execPath, script, file, telegram.root, telegram.token, String(sent)]
    const child = Bun.spawn(words, { stdout: 'pipe', stderr: 'inherit' })
    stack.defer(async () => {
      child.kill('SIGKILL')
      await child.exited
    })
    await child.stdout.getReader().read()
    return child
  }
  return { db, telegram, start, close: () => stack.disposeAsync() }
}

/** Resident memory, MiB */
async function memoryOf(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text()
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

export interface MemoryWatch {
  /** Max memory so far above the idle process, MiB */
  most(): number
  stop(): void
}

/** Watches the memory of a process that has been idle until now. */
export async function watchMemory(pid: number): Promise<MemoryWatch> {
  const idle = await memoryOf(pid)
  let most = idle
  const watching = setInterval(async () => {
    most = Math.max(most, await memoryOf(pid))
  }, 50)
  return { most: () => most - idle, stop: () => clearInterval(watching) }
}

/** Cancels a broadcast to many recipients, and reports when sending stops and when no recipient waits anymore. */
export async function benchCancel(
  report: Report,
  { db, telegram }: Pick<Awaited<ReturnType<typeof openBench>>, 'db' | 'telegram'>,
  id: string,
): Promise<void> {
  await db.writeRaw([{ sql: "update broadcasts set state = 'cancelled' where id = ?", args: [id] }])
  const cancelledAt = Date.now()
  await until(async () => {
    const { total, sent, failed, unknown, dropped } = await countsOf(db, id)
    return total === sent + failed + unknown + dropped
  })
  const last = telegram.delivered.at(-1)?.at ?? 0
  report('silent after a cancel', Math.max(0, last - cancelledAt) / 1000, 's', { atMost: 1 })
  report('all who waited are dropped after', (Date.now() - cancelledAt) / 1000, 's')
}
