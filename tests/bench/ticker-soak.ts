import { join } from 'node:path'
import type { Report } from './report.ts'
import type { Usage } from './ticker/load.ts'
import { startWorker } from './ticker/process.ts'
import type { SoakState } from './ticker/soak-receivers.ts'

const clients = 10_000
const each = 5
const pairs = 100
const hz = 1
/** One client in twenty reads slowly or not at all. */
const lazyOf = 20

const script = (name: string) => join(import.meta.dir, 'ticker', name)

/**
 * Connects ten thousand clients for some minutes, which simulates a long afternoon: no client is lost, and memory stays
 * stable.
 */
export async function soakTicker(report: Report, minutes: number): Promise<void> {
  const server = startWorker([process.execPath, script('kurs-server.ts'), 'soak'], 0, true)
  const { port } = await server.hello
  const command = [process.execPath, script('soak-receivers.ts'), String(port), String(clients), String(each)]
  const receivers = Bun.spawn(command, { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' })
  let state: SoakState = { steady: 0, lost: 0, lazy: 0, ticks: 0, broken: 0 }
  const { promise: opened, resolve } = Promise.withResolvers<void>()
  const listen = async () => {
    const decoder = new TextDecoder()
    let unread = ''
    for await (const chunk of receivers.stdout) {
      const lines = (unread + decoder.decode(chunk, { stream: true })).split('\n')
      unread = lines.pop() ?? ''
      const last = lines.at(-1)
      if (last) state = JSON.parse(last)
      resolve()
    }
  }
  void listen()
  await opened
  const steady = clients - clients / lazyOf
  const rounds = 60 * hz
  const memory: number[] = []
  for (let minute = 0; minute < minutes; minute++) {
    await server.ask({ do: 'run', pairs, hz, rounds })
    const { rss, metrics } = await server.ask<Usage>({ do: 'collect' })
    memory.push(rss / 1024 / 1024)
    report(`minute ${minute + 1}: memory`, rss / 1024 / 1024, 'MiB')
    report(`  slow sockets, of ${metrics?.sockets ?? 0}`, metrics?.slow ?? 0, '')
  }
  await Bun.sleep(3000)
  const expected = steady * each * rounds * minutes
  report(`${steady.toLocaleString('en')} steady sockets, ${minutes} minutes: lost`, state.lost, '', { atMost: 0 })
  report('  share of their ticks that has arrived', state.ticks / expected, '', { atLeast: 0.99 })
  report('  events in pieces', state.broken, '', { atMost: 0 })
  report('  growth of memory after the first minute', (memory.at(-1) ?? 0) / (memory[0] ?? 1), '', { atMost: 1.25 })
  receivers.kill()
  await server.stop()
}
