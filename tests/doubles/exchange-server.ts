/**
 * `bun run exchange:double`: the exchange double for interactive use, and a whole server that follows it as
 * FEED=binance follows the real exchange. The user types in faults. `EXCHANGE_STREAM_PORT` (9443) and
 * `EXCHANGE_REST_PORT` (9444) are the double's ports, 0 = any free one. `PORT` and `DATA_DIR` work as usual; without
 * `DATA_DIR` data go to a temporary folder that is removed at the end. With `--alone` no server is started.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startExchange } from './exchange.ts'
import { numberIn, play, WordError, wordList } from './exchange-words.ts'

function portIn(name: string, usual: number): number {
  const given = process.env[name]
  return given ? numberIn(given, 0, 65_535) : usual
}

/** Imports the server only when needed: loading its sources is most of the startup time. */
async function follow() {
  const [{ readConfig }, { serve }] = await Promise.all([
    import('../../src/config.ts'),
    import('../../src/main/serve.ts'),
  ])
  return serve({ config: readConfig(env), isDev: false, historyDays: 7, addresses: exchange.addresses })
}

const say = (text: string) => process.stdout.write(`${text}\n`)
const isAlone = process.argv.includes('--alone')
const exchange = await startExchange({
  streamPort: portIn('EXCHANGE_STREAM_PORT', 9443),
  restPort: portIn('EXCHANGE_REST_PORT', 9444),
})
say(`The exchange's double: streams at ${exchange.addresses.stream}, REST at ${exchange.addresses.rest}`)
const own = isAlone || process.env.DATA_DIR ? undefined : await mkdtemp(join(tmpdir(), 'kurs-exchange-double-'))
const env = { LOG_LEVEL: 'warn', ...process.env, ...(own ? { DATA_DIR: own } : {}), FEED: 'binance' }
const server = isAlone ? undefined : await follow()
if (server)
  say(`The server that follows it: ${server.url}${server.setupUrl ? `, first account at ${server.setupUrl}` : ''}`)
say(`Type what shall go wrong:\n${wordList}`)

createInterface({ input: process.stdin }).on('line', (line) => {
  const [word = ''] = line.trim().split(/\s+/)
  try {
    play(exchange, line)
    say(`${word}: ${exchange.connections()} connections`)
  } catch (error) {
    if (!(error instanceof WordError)) throw error
    say(`${word}: ${error.message}`)
  }
})
let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    if (isEnding) return
    isEnding = true
    await server?.close()
    await exchange.close()
    if (own) await rm(own, { recursive: true, force: true })
    process.exit(0)
  })
}
