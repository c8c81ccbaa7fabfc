import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeTick } from '../../src/live/wire.ts'
import { tickHead } from '../../src/ticker/subscriber.ts'
import { median } from './load.ts'
import type { Report } from './report.ts'
import { tickOf, type Usage } from './ticker/load.ts'
import { startWorker, type Worker } from './ticker/process.ts'
import type { Counted } from './ticker/receivers.ts'

type Kind = 'kurs' | 'bare' | 'bun-engine' | 'node'

/** A server and the process that runs its clients. */
interface Setup {
  kind: Kind
  server: Worker
  receivers: Worker
  port: number
  /** Size of one tick on the wire, bytes */
  tickBytes: number
}

interface Load {
  pairs: number
  hz: number
  rounds: number
  /** Number of ticks that all clients together should receive in one round */
  perRound: number
}

interface Outcome {
  /** Server processor time per tick and client */
  cpuUs: number
  deliveries: number
  /** Actual duration divided by the planned one; cannot be less than one */
  lateness: number
  counted: Counted
}

const names: Record<Kind, string> = {
  kurs: 'our ticker',
  bare: "Bun's publish",
  'bun-engine': 'socket.io + bun-engine',
  node: 'socket.io on Node',
}
const headerBytes = 2
/** The load of the product: a hundred trading pairs ten times a second; each client follows twenty pairs */
const pairs = 100
const each = 20
const hz = 10

const script = (name: string) => join(import.meta.dir, 'ticker', name)

async function startServer(kind: Kind, folder: string): Promise<Worker> {
  if (kind !== 'node') return startWorker([process.execPath, '--expose-gc', script(`${kind}-server.ts`)], 0, true)
  const built = await Bun.build({
    entrypoints: [script('node-server.ts')],
    target: 'node',
    outdir: folder,
    naming: '[name].mjs',
  })
  const [output] = built.outputs
  if (!output) throw new Error(built.logs.join('\n'))
  return startWorker(['node', output.path], 0, true)
}

async function start(kind: Kind, folder: string): Promise<Setup> {
  const server = await startServer(kind, folder)
  const receivers = startWorker([process.execPath, script('receivers.ts')], 1, false)
  const payloadBytes = encodeTick(tickOf(0)).length + headerBytes
  const tickBytes = payloadBytes + (kind === 'bare' ? 0 : tickHead.length + headerBytes)
  return { kind, server, receivers, port: (await server.hello).port, tickBytes }
}

function openClients({ kind, receivers, port }: Setup, clients: number, pairs: number, each: number): Promise<Counted> {
  return receivers.ask<Counted>({
    do: 'open',
    port,
    clients,
    pairs,
    each,
    hasProtocol: kind !== 'bare',
    isBundled: false,
  })
}

/** Returns the received ticks, once the expected number has arrived or no tick has arrived for `patienceMs`. */
async function settle({ receivers }: Setup, expected: number, patienceMs: number): Promise<Counted> {
  const count = () => receivers.ask<Counted>({ do: 'count' })
  let counted = await count()
  let newestAt = performance.now()
  while (counted.ticks < expected && performance.now() - newestAt < patienceMs) {
    await Bun.sleep(10)
    const next = await count()
    if (next.ticks !== counted.ticks) newestAt = performance.now()
    counted = next
  }
  return counted
}

/** Loads a server and waits until all ticks have arrived. */
async function run(setup: Setup, { perRound, ...load }: Load, patienceMs = 10_000): Promise<Outcome> {
  const { server, receivers, tickBytes } = setup
  const expected = perRound * load.rounds
  await receivers.ask({ do: 'reset', tickBytes })
  const before = await server.ask<Usage>({ do: 'measure' })
  const startedAt = performance.now()
  const done = server.ask({ do: 'run', ...load })
  const [counted] = await Promise.all([settle(setup, expected, patienceMs), done])
  const ms = performance.now() - startedAt
  const after = await server.ask<Usage>({ do: 'measure' })
  if (Math.round(counted.ticks) !== expected) {
    throw new Error(`${names[setup.kind]}: ${counted.ticks} ticks have arrived instead of ${expected}`)
  }
  const nominalMs = (1000 * load.rounds) / load.hz
  return { cpuUs: (after.cpuUs - before.cpuUs) / expected, deliveries: expected, lateness: ms / nominalMs, counted }
}

/** Waits until all clients have joined all rooms: a round of ticks then reaches every client. */
async function warmUp(setup: Setup, load: Load): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await run(setup, { ...load, rounds: 2 }, 1000)
      return
    } catch (error) {
      if (tries === 5) throw error
    }
  }
}

/** Returns the number of rounds that takes this server about so many ms, at least two. */
function roundsFor(cpuUs: number, perRound: number, ms: number): number {
  return Math.max(2, Math.min(Math.round((ms * 1000) / (cpuUs * perRound)), Math.round((ms * hz) / 1000)))
}

const kinds: Kind[] = ['kurs', 'bare', 'bun-engine', 'node']
const bounds: Partial<Record<Kind, { what: string; atMost: number }>> = {
  node: { what: 'socket.io on Node', atMost: 1 / 12 },
  'bun-engine': { what: 'socket.io + bun-engine', atMost: 1 / 8 },
  bare: { what: "Bun's publish", atMost: 1.7 },
}

async function benchMarket(report: Report, setups: Setup[], clients: number, repeats: number): Promise<void> {
  const perRound = clients * each
  const costs = new Map<Kind, number[]>()
  const p99s: number[] = []
  for (const setup of setups) {
    await openClients(setup, clients, pairs, each)
    await warmUp(setup, { pairs, hz, rounds: 2, perRound })
  }
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const setup of setups) {
      const known = costs.get(setup.kind) ?? []
      const rounds = roundsFor(known[0] ?? (setup.kind === 'kurs' || setup.kind === 'bare' ? 2 : 30), perRound, 2000)
      const { cpuUs, counted } = await run(setup, { pairs, hz, rounds, perRound })
      costs.set(setup.kind, [...known, cpuUs])
      if (setup.kind === 'kurs') p99s.push(counted.p99)
    }
  }
  const load = `${clients.toLocaleString('en')} clients × ${each} of ${pairs} pairs at ${hz} Hz`
  for (const kind of kinds) report(`${load}: ${names[kind]}`, median(costs.get(kind) ?? []), 'µs CPU')
  const ours = costs.get('kurs') ?? []
  for (const kind of kinds) {
    const bound = bounds[kind]
    const others = costs.get(kind) ?? []
    if (bound) report(`  ours to ${bound.what}`, median(ours.map((cost, at) => cost / (others[at] ?? 0))), '', bound)
  }
  const isBounded = perRound * hz === 100_000
  report(`  ours, p99 from telling to arrival`, median(p99s), 'ms', isBounded ? { atMost: 15 } : undefined)
  for (const setup of setups) await benchHighest(report, setup, perRound, median(costs.get(setup.kind) ?? []))
  for (const { receivers } of setups) await receivers.ask({ do: 'close' })
}

/** Increases the rate from a third of what its cost would allow, until the server cannot keep up. */
async function benchHighest(report: Report, setup: Setup, perRound: number, cpuUs: number): Promise<void> {
  const allowed = 1_000_000 / cpuUs / perRound
  let held = 0
  for (const share of [0.35, 0.5, 0.65, 0.8, 0.95]) {
    const hz = allowed * share
    const rounds = Math.max(2, Math.round(hz))
    const outcome = await run(setup, { pairs, hz, rounds, perRound }, 2000).catch(() => undefined)
    // Stops at the first rate that is too high: clients that fall behind get only the newest states, not all ticks.
    if (!outcome || outcome.lateness > 1.1 + 2 / rounds) break
    held = hz * perRound
  }
  report(`  highest rate held: ${names[setup.kind]}`, held, 'ticks/s')
}

async function benchOneTopic(report: Report, setups: Setup[]): Promise<void> {
  const clients = 200
  for (const setup of setups) {
    await openClients(setup, clients, 1, 1)
    await warmUp(setup, { pairs: 1, hz: 100, rounds: 2, perRound: clients })
    const { cpuUs } = await run(setup, { pairs: 1, hz: 250, rounds: 500, perRound: clients })
    report(`one topic, ${clients} clients at 250 Hz: ${names[setup.kind]}`, cpuUs, 'µs CPU')
    await setup.receivers.ask({ do: 'close' })
  }
}

async function benchSockets(report: Report, folder: string): Promise<void> {
  const clients = 5000
  const setup = await start('kurs', folder)
  const { server, receivers } = setup
  // Opens some clients before the measurement, because the first connections allocate memory that all clients share.
  await openClients(setup, 200, pairs, 0)
  const before = await server.ask<Usage>({ do: 'collect' })
  await openClients(setup, clients, pairs, 0)
  const after = await server.ask<Usage>({ do: 'measure' })
  const { rss } = await server.ask<Usage>({ do: 'collect' })
  report('5,000 idle sockets: memory of each', (rss - before.rss) / clients / 1024, 'KB', { atMost: 7 })
  report('handshake, up to the namespace joined', (after.cpuUs - before.cpuUs) / clients, 'µs CPU', { atMost: 110 })
  await receivers.ask({ do: 'close' })
  const { cpuUs } = await server.ask<Usage>({ do: 'measure' })
  const startedAt = performance.now()
  await openClients(setup, clients, pairs, 5)
  report('5,000 sockets come back, 5 subscriptions each', (performance.now() - startedAt) / 1000, 's', { atMost: 2 })
  await warmUp(setup, { pairs, hz: 1, rounds: 1, perRound: clients * 5 })
  const { cpuUs: cpuUsAfter } = await server.ask<Usage>({ do: 'measure' })
  report("  the server's part of it", (cpuUsAfter - cpuUs) / 1_000_000, 's CPU')
  await stop(setup)
}

/** Returns the server's processor time per tick, when each pair changes at its own time, as on an exchange; µs. */
async function costOfSpreadTicks(isBundled: boolean, clients: number): Promise<number> {
  const server = startWorker([process.execPath, script('kurs-server.ts'), 'window'], 0, true)
  const receivers = startWorker([process.execPath, script('receivers.ts')], 1, false)
  const { port } = await server.hello
  const load = { pairs, hz: 5, isSpread: true }
  await receivers.ask({ do: 'open', port, clients, pairs, each, hasProtocol: true, isBundled })
  await server.ask({ do: 'run', ...load, rounds: 5 })
  const before = await server.ask<Usage>({ do: 'measure' })
  await server.ask({ do: 'run', ...load, rounds: 20 })
  const after = await server.ask<Usage>({ do: 'measure' })
  await receivers.stop()
  await server.stop()
  return (after.cpuUs - before.cpuUs) / ((after.metrics?.ticksOut ?? 0) - (before.metrics?.ticksOut ?? 0))
}

/** Compares a page that asks for bundles with one that gets each tick in two frames. */
async function benchBundles(report: Report): Promise<void> {
  const clients = 500
  const costs: { single: number; bundled: number }[] = []
  for (let repeat = 0; repeat < 3; repeat++) {
    costs.push({ single: await costOfSpreadTicks(false, clients), bundled: await costOfSpreadTicks(true, clients) })
  }
  const load = `${clients} clients × ${each} of ${pairs} pairs, spread over 200 ms`
  report(`${load}: two frames a tick`, median(costs.map(({ single }) => single)), 'µs CPU')
  report(`${load}: bundles`, median(costs.map(({ bundled }) => bundled)), 'µs CPU')
  report(
    '  deliveries a second per core: bundles to two frames',
    median(costs.map(({ single, bundled }) => single / bundled)),
    '',
    { atLeast: 4 },
  )
}

async function stop({ server, receivers }: Setup): Promise<void> {
  await receivers.stop()
  await server.stop()
}

/**
 * Compares the ticker with other implementations of the same task; each server and its clients run in separate
 * processes.
 */
export async function benchTicker(report: Report): Promise<void> {
  const folder = join(tmpdir(), `kurs-bench-ticker-${process.pid}`)
  report('bytes of a tick on the wire', encodeTick(tickOf(0)).length + tickHead.length + 2 * headerBytes, 'B')
  await benchSockets(report, folder)
  await benchBundles(report)
  const setups: Setup[] = []
  try {
    for (const kind of kinds) setups.push(await start(kind, folder))
    await benchMarket(report, setups, 500, 3)
    await benchMarket(report, setups, 2000, 1)
    await benchOneTopic(report, setups)
  } finally {
    for (const setup of setups) await stop(setup)
    await rm(folder, { recursive: true, force: true })
  }
}
