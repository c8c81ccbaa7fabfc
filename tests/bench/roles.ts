import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode } from '@msgpack/msgpack'
import { io } from 'socket.io-client'
import { type ServerProcess, startServer } from '../server-process.ts'
import { median } from './load.ts'
import type { Report } from './report.ts'

const warmUpMs = 2000
const roundMs = 10_000

/** What a ticker of its own tells beside the one process: how often a candle of the demo market, and how late. */
export async function benchRoles(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-bench-roles-'))
  await mkdir(join(folder, 'content'))
  const start = (ROLES: string, data: string) =>
    startServer({
      ROLES,
      DATA_DIR: join(folder, data),
      CONTENT_DIR: join(folder, 'content'),
      LOG_LEVEL: 'error',
      HISTORY_DAYS: '1',
    })
  const together = await start('feed,ticker', 'together')
  const feed = await start('feed', 'apart')
  const apart = await start('ticker', 'apart')
  const [one, separate] = await Promise.all([measure(together), measure(apart)])
  for (const { stop } of [together, apart, feed]) await stop()
  await rm(folder, { recursive: true, force: true })
  report('feed and ticker in one process: ticks of a candle', one.rate, '1/s')
  report('  median age at the client', one.age, 'ms')
  report('ticker in a process of its own: ticks of a candle', separate.rate, '1/s', { atLeast: one.rate * 0.97 })
  report('  median age at the client', separate.age, 'ms', { atMost: 50 })
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
