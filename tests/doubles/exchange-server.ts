/**
 * `bun run exchange:double`: the exchange's double, for people, and a whole server that follows it as FEED=binance would
 * follow the real one. What goes wrong is typed in. `EXCHANGE_STREAM_PORT` (9443) and `EXCHANGE_REST_PORT` (9444) are the
 * double's, 0 for any that is free; `PORT` and `DATA_DIR` count as always; without `DATA_DIR` the data go to a folder of
 * their own that is removed at the end. With `--alone` there is no server.
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

/** Loaded only where it is wanted: most of the start is its sources. */
async function follow() {
  const [{ readConfig }, { serve }] = await Promise.all([
    import('../../src/config.ts'),
    import('../../src/main/serve.ts'),
  ])
  return serve({ config: readConfig(env), isDev: false, historyDays: 7, binance: exchange.addresses })
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
