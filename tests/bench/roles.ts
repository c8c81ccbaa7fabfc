import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode } from '@msgpack/msgpack'
import { io } from 'socket.io-client'
import { redisProgram, startRedis } from '../redis-server.ts'
import { type ServerProcess, startServer } from '../server-process.ts'
import { median } from './load.ts'
import type { Report } from './report.ts'

const warmUpMs = 2000
const roundMs = 10_000

/**
 * Compares a separate ticker process with the single process, over the socket in the data folder and over Redis: how
 * often a candle of the demo market is sent, and with what delay.
 */
export async function benchRoles(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-bench-roles-'))
  await mkdir(join(folder, 'content'))
  const redis = redisProgram === undefined ? undefined : await startRedis()
  const running: ServerProcess[] = []
  const start = async (ROLES: string, data: string, REDIS_URL = '') => {
    const started = await startServer({
      ROLES,
      DATA_DIR: join(folder, data),
      CONTENT_DIR: join(folder, 'content'),
      LOG_LEVEL: 'error',
      HISTORY_DAYS: '1',
      REDIS_URL,
    })
    running.push(started)
    return started
  }
  const startApart = async (data: string, url?: string) => {
    await start('feed', data, url)
    return start('ticker', data, url)
  }
  const together = await start('feed,ticker', 'together')
  const apart = await startApart('apart')
  const overRedis = redis && (await startApart('redis', redis.url))
  const [one, separate, far] = await Promise.all([measure(together), measure(apart), overRedis && measure(overRedis)])
  for (const { stop } of running.reverse()) await stop()
  await redis?.close()
  await rm(folder, { recursive: true, force: true })
  report('feed and ticker in one process: ticks of a candle', one.rate, '1/s')
  report('  median age at the client', one.age, 'ms')
  report('ticker in a process of its own: ticks of a candle', separate.rate, '1/s', { atLeast: one.rate * 0.97 })
  report('  median age at the client', separate.age, 'ms', { atMost: 50 })
  if (!far) return
  report('ticker that hears the feed over Redis: ticks of a candle', far.rate, '1/s', { atLeast: one.rate * 0.97 })
  report('  median age at the client', far.age, 'ms', { atMost: one.age + 5 })
}

async function measure({ url = '' }: ServerProcess): Promise<{ rate: number; age: number }> {
  const socket = io(url, { transports: ['websocket'], forceNew: true })
  const ages: number[] = []
  socket.on('connect', () => socket.emit('subscribe', { asset: 'BTCUSDT', tf: 1 }))
  socket.on('tick', (data: Uint8Array) => {
    const tick = decode(data)
    if (Array.isArray(tick)) ages.push(Date.now() - Number(tick[9]))
  })
  await Bun.sleep(warmUpMs)
  ages.length = 0
  await Bun.sleep(roundMs)
  socket.disconnect()
  return { rate: ages.length / (roundMs / 1000), age: median(ages) }
}
