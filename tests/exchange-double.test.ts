import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { programOf } from './programs.ts'
import { thrift } from './thrift.ts'
import { until } from './until.ts'

/* Tests the exchange double in interactive use: `bun run exchange:double`, commands on standard input. */

setDefaultTimeout(60_000)

let child: Bun.Subprocess<'pipe', 'pipe', 'inherit'>
let said: string
let rest: string
beforeEach(async () => {
  said = ''
  const { PATH = '', HOME = '' } = process.env
  child = Bun.spawn([process.execPath, programOf('tests/doubles/exchange-server.ts'), '--alone'], {
    env: { PATH, HOME, ...thrift, EXCHANGE_STREAM_PORT: '0', EXCHANGE_REST_PORT: '0' },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const listen = async () => {
    for await (const chunk of child.stdout) said += new TextDecoder().decode(chunk)
  }
  listen()
  rest = await until(() => /REST at (\S+)\n[\s\S]*binary/.exec(said)?.[1])
})
afterEach(async () => {
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
})

async function type(words: string, answer = `${words.split(' ')[0]}:`): Promise<void> {
  const before = said.length
  child.stdin.write(`${words}\n`)
  await child.stdin.flush()
  await until(() => said.slice(before).includes(answer))
}

async function get(path: string) {
  const response = await fetch(rest + path)
  return { status: response.status, text: await response.text() }
}
const klines = (symbol: string) => get(`/api/v3/klines?symbol=${symbol}&interval=1m&limit=2`)

test('a symbol is delisted and listed again', async () => {
  await type('delist btcusdt')
  expect(await klines('BTCUSDT')).toEqual({ status: 400, text: '{"code":-1121,"msg":"Invalid symbol."}' })
  const symbols = encodeURIComponent('["BTCUSDT","ETHUSDT"]')
  expect(await get(`/api/v3/exchangeInfo?symbols=${symbols}`)).toMatchObject({ status: 400 })
  expect((await get('/api/v3/exchangeInfo?symbol=ETHUSDT')).text).toContain('"tickSize":"0.01000000"')
  await type('list BTCUSDT')
  expect((await klines('BTCUSDT')).status).toBe(200)
})

test('REST requests fail a given number of times, a location is blocked, trading is halted', async () => {
  await type('rest-fail 2')
  const answers = [await klines('BTCUSDT'), await klines('BTCUSDT'), await klines('BTCUSDT')]
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 200])
  await type('forbid 451')
  expect(await klines('BTCUSDT')).toMatchObject({ status: 451, text: expect.stringContaining('restricted location') })
  await type('accept')
  await type('halt SOLUSDT')
  expect((await get('/api/v3/exchangeInfo?symbol=SOLUSDT')).text).toContain('"status":"BREAK"')
})

test('its clock is shifted', async () => {
  await type('clock 3600000')
  const hourMs = 3_600_000
  const before = Date.now()
  const { serverTime } = JSON.parse((await get('/api/v3/time')).text)
  // Adds one because the upper bound of `toBeWithin` is exclusive.
  expect(serverTime).toBeWithin(before + hourMs, Date.now() + hourMs + 1)
})

test('an unknown command is answered with what is expected', async () => {
  await type('delist GOLD', 'there is no symbol GOLD')
  await type('rest-fail many', 'expected a whole number')
  await type('toString', 'toString: there is no such word')
  expect((await klines('BTCUSDT')).status).toBe(200)
})
