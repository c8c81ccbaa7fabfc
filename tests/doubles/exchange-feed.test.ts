import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { defaultInstruments } from '../../src/market/instrument.ts'
import { minuteMs } from '../../src/market/timeframe.ts'
import { runsOf } from '../property-runs.ts'
import { expectTruth, historyOf, historyPassing } from './exchange-history.ts'
import { type Session, type SessionOptions, sessionStart, startSession, until } from './exchange-session.ts'
import { opcodes, serverFrame } from './websocket-frames.ts'

setDefaultTimeout(180_000)

const hourMs = 60 * minuteMs
/** Distance between the tested byte positions at which a session breaks: every third one, every one in a full run */
const stride = runsOf(3) === 3 ? 1 : 3
let session: Session
const open = async (options?: SessionOptions): Promise<Session> => {
  session = await startSession(options)
  return session
}
const live = async (options?: SessionOptions): Promise<Session> => {
  const { exchange, clock } = await open(options)
  session.start()
  clock.advance(0)
  await until(() => exchange.connections() === 1)
  await session.passUntil(() => session.state()?.name === 'live', 2000)
  return session
}
afterEach(() => session.close())

const minutesEmitted = (asset: string) => {
  const closed = session.updates.filter((update) => update.asset === asset && update.isClosed)
  return [...new Set(closed.map(({ openTime }) => openTime))]
}

test('closed minutes and their intermediate states match the exchange', async () => {
  const { exchange, updates, states, pass } = await live()
  await pass(5 * minuteMs)
  expect(states.map(({ name }) => name)).toEqual(['connecting', 'live'])
  expectTruth(session)
  for (const asset of ['BTCUSDT', 'ETHUSDT']) expect(minutesEmitted(asset)).toHaveLength(5)
  expect(updates.length).toBe(exchange.counts.sent)
  expect(updates.some(({ isClosed }) => !isClosed)).toBe(true)
  expect(exchange.counts.trades).toBeGreaterThan(200)
})

test('pings are answered, so the connection lives much longer than a minute', async () => {
  const { exchange, pass } = await live()
  await pass(10 * minuteMs, 5000)
  expect(exchange.counts.opened).toBe(1)
  expect(exchange.counts.pongs).toBeGreaterThanOrEqual(29)
})

test('a second connection takes over before 24 hours: no interruption, no lost minute', async () => {
  const { exchange, states, clock, pass } = await live({ instruments: defaultInstruments.slice(0, 1), everyMs: 24_000 })
  await pass(23.7 * hourMs, 24_000)
  expect(exchange.counts.opened).toBe(1)
  await session.passUntil(() => exchange.counts.opened === 2, 2000)
  expect(clock.now() - sessionStart).toBeLessThan(24 * hourMs)
  await pass(sessionStart + 24 * hourMs + 5 * minuteMs - clock.now(), 5000)
  expect(exchange.counts.opened).toBe(2)
  expect(exchange.connections()).toBe(1)
  expect(states.map(({ name }) => name)).toEqual(['connecting', 'live'])
  expect(minutesEmitted('BTCUSDT')).toHaveLength(24 * 60 + 5)
  expectTruth(session)
})

test('an announced shutdown triggers a reconnect at once', async () => {
  const { exchange, states, pass } = await live()
  exchange.announceShutdown()
  await session.passUntil(() => exchange.counts.opened === 2)
  await pass(10_000)
  expect(exchange.connections()).toBe(1)
  expect(states.map(({ name }) => name)).toEqual(['connecting', 'live'])
})

test('in an hour without the exchange retries slow down to half a minute, then history fills it', async () => {
  const { exchange, states, clock, pass, feed } = await live()
  await pass(2 * minuteMs)
  exchange.faults.refuses = true
  exchange.cut()
  await until(() => session.state()?.name === 'waiting')
  const cutAt = clock.now()
  expect(session.state()).toMatchObject({ reason: 'disconnected' })
  const tried = exchange.counts.connects
  while (clock.now() < cutAt + hourMs) {
    const state = session.state()
    if (state?.name === 'waiting') clock.advance(state.until - clock.now())
    await until(() => session.state()?.name === 'waiting')
  }
  expect(exchange.counts.connects - tried).toBeLessThan(300)
  const pauses = states.flatMap((state) =>
    state.name === 'waiting' && state.reason === 'refused' ? [state.until] : [],
  )
  expect(pauses.length).toBeGreaterThan(100)
  exchange.faults.refuses = false
  const last = session.state()
  if (last?.name === 'waiting') clock.advance(last.until - clock.now())
  await session.passUntil(() => session.state()?.name === 'live')
  await pass(minuteMs)
  expectTruth(session)
  const from = cutAt - (cutAt % minuteMs)
  expect(await historyPassing(session, 'BTCUSDT', from, feed.now())).toEqual(
    exchange.truth.closed('BTCUSDT', from, from + 61 * minuteMs),
  )
})

test('a session that breaks at any byte publishes exactly the complete messages before it', async () => {
  const { exchange, clock, updates } = await open({ instruments: defaultInstruments.slice(0, 1), everyMs: 4000 })
  session.start()
  exchange.faults.cutAfterBytes = 0
  clock.advance(0)
  const isWaiting = () => session.state()?.name === 'waiting'
  // The first 1,800 bytes include the upgrade response, some prices and a ping.
  for (let bytes = 1 + Math.floor(Math.random() * stride); bytes <= 1800; bytes += stride) {
    exchange.faults.cutAfterBytes = bytes
    await until(isWaiting)
    const [before, sent, opened] = [updates.length, exchange.counts.sent, exchange.counts.opened]
    const state = session.state()
    if (state?.name === 'waiting') clock.advance(state.until - clock.now())
    await until(() => exchange.counts.opened > opened || isWaiting())
    while (!isWaiting()) {
      clock.advance(4000)
      const isAllSent = () => exchange.connections() === 1 && updates.length - before === exchange.counts.sent - sent
      await until(() => isWaiting() || isAllSent())
    }
    expect(updates.length - before).toBe(exchange.counts.sent - sent)
  }
  exchange.faults.cutAfterBytes = undefined
  await session.passUntil(() => session.state()?.name === 'live')
  expectTruth(session)
  const to = exchange.now() - (exchange.now() % minuteMs)
  const history = await historyPassing(session, 'BTCUSDT', sessionStart - 30_000, to)
  expect(history).toEqual(exchange.truth.closed('BTCUSDT', sessionStart - 30_000, to))
})

test('a single dead stream is detected and restored over a second connection', async () => {
  const { exchange, states, pass, warnings } = await live()
  exchange.faults.silent.add('ETHUSDT')
  await pass(80_000)
  expect(exchange.counts.opened).toBe(1)
  await pass(20_000)
  expect(exchange.counts.opened).toBe(2)
  // Trading of the symbol may simply have stopped, so the waiting time between connections grows.
  await pass(8 * minuteMs)
  expect(exchange.counts.opened).toBeLessThanOrEqual(4)
  exchange.faults.silent.clear()
  await pass(2 * minuteMs)
  expect(states.map(({ name }) => name)).toEqual(['connecting', 'live'])
  expect(exchange.connections()).toBe(1)
  expect(warnings.join()).toContain('silent')
  expectTruth(session)
})

test('a completely silent connection is closed after half a minute', async () => {
  const { exchange, clock, states } = await live()
  for (const { asset } of defaultInstruments) exchange.faults.silent.add(asset)
  clock.advance(40_000)
  expect(states.find(({ name }) => name === 'waiting')).toMatchObject({ reason: 'silent' })
  exchange.faults.silent.clear()
  await session.passUntil(() => session.state()?.name === 'live')
  expect(exchange.counts.opened).toBeGreaterThanOrEqual(2)
})

test('unreadable messages are dropped, with one warning per kind and no other effect', async () => {
  const { exchange, pass, warnings, updates } = await live()
  const kline = (k: object) =>
    JSON.stringify({ stream: 'btcusdt@kline_1m', data: { e: 'kline', E: 1, s: 'BTCUSDT', k } })
  const whole = { t: sessionStart - 30_000, i: '1m', o: '1', h: '2', l: '1', c: '1', v: '0', x: true }
  const bad = [
    '',
    '{',
    'null',
    '[]',
    '42',
    '{"stream":"x"}',
    kline({}),
    kline({ ...whole, o: 'NaN' }),
    kline({ ...whole, h: '0.5' }),
  ]
  const worse = [
    kline({ ...whole, c: '-1' }),
    kline({ ...whole, t: 1.5 }),
    kline({ ...whole, t: 1 }),
    kline({ ...whole, i: '5m' }),
  ]
  const later = (E: number, t: number) =>
    JSON.stringify({ e: 'kline', E, s: 'BTCUSDT', k: { ...whole, t: t - (t % minuteMs) } })
  const trade = (T: number) => JSON.stringify({ e: 'aggTrade', s: 'BTCUSDT', a: 1, p: '1', q: '1', T, m: true })
  const now = exchange.now()
  const ahead = [later(now + hourMs, now), later(now, now + hourMs), trade(now + hourMs)]
  const other = ['{"result":null,"id":1}', JSON.stringify({ e: 'kline', E: 1, s: 'NOPEUSDT', k: whole })]
  for (let round = 0; round < 5; round++) for (const text of [...bad, ...worse, ...ahead, ...other]) exchange.say(text)
  exchange.sayRaw(serverFrame(opcodes.binary, new Uint8Array([1, 2, 3])))
  await pass(3 * minuteMs)
  expect(updates.length).toBe(exchange.counts.sent)
  expectTruth(session)
  expect(Math.abs(session.feed.now() - exchange.now())).toBeLessThan(2000)
  expect(warnings.join()).toContain('in the future')
  expect(new Set(warnings).size).toBe(warnings.length)
  expect(warnings.length).toBeLessThanOrEqual(5)
})

test('invalid frames end the connection; the next one continues', async () => {
  const { exchange, pass } = await live()
  exchange.sayRaw(new Uint8Array([0xff, 0xff, 0xff, 0xff]))
  await session.passUntil(() => exchange.counts.opened === 2 && session.state()?.name === 'live')
  await pass(2 * minuteMs)
  expectTruth(session)
})

test.each([-hourMs, 3 * hourMs])(
  'a local clock %i ms off does not matter: the exchange’s times count',
  async (skewMs) => {
    const { exchange, feed, pass } = await live({ skewMs })
    await pass(3 * minuteMs)
    expectTruth(session)
    expect(exchange.now() - feed.now()).toBeGreaterThanOrEqual(0)
    expect(exchange.now() - feed.now()).toBeLessThan(2000)
    const from = exchange.now() - hourMs
    const history = await historyPassing(session, 'ETHUSDT', from, feed.now() + 10 * hourMs)
    expect(history).toEqual(exchange.truth.closed('ETHUSDT', from, exchange.now() - (exchange.now() % minuteMs)))
  },
)

test('times an hour ahead are believed once the exchange has confirmed its time', async () => {
  const { exchange, feed, updates, pass } = await live()
  await pass(10_000)
  exchange.faults.skewMs = hourMs
  // Neither the confirmation nor a new message is due before: it is our clock that seems to be late.
  await session.passUntil(() => (updates.at(-1)?.time ?? 0) > sessionStart + hourMs)
  await pass(2 * minuteMs)
  expectTruth(session)
  expect(Math.abs(exchange.now() - feed.now())).toBeLessThan(2000)
  expect(exchange.counts.opened).toBe(1)
})

test('history is paged, without untraded minutes and the open minute', async () => {
  const { exchange } = await open()
  const to = Math.floor(sessionStart / minuteMs) * minuteMs
  exchange.truth.leaveOut('BTCUSDT', to - 700 * minuteMs, to - 640 * minuteMs)
  const history = await historyPassing(session, 'BTCUSDT', to - 2500 * minuteMs, to + hourMs)
  expect(history).toEqual(exchange.truth.closed('BTCUSDT', to - 2500 * minuteMs, to))
  expect(history).toHaveLength(2440)
  expect(exchange.rest.statuses.get(200)).toBe(4)
})

test('requests stay below the weight limit of the exchange', async () => {
  const { exchange, clock } = await open()
  exchange.rest.weight = 4990
  const to = Math.floor(sessionStart / minuteMs) * minuteMs
  let isDone = false
  const asked = historyOf(session.feed, 'BTCUSDT', to - 9000 * minuteMs, to).finally(() => {
    isDone = true
  })
  await until(() => exchange.rest.weight >= 4998)
  await until(() => clock.due().some((time) => time > clock.now() + 20_000))
  expect(isDone).toBe(false)
  expect(exchange.rest.weight).toBeLessThan(5002)
  clock.advance(30_000)
  expect(await asked).toHaveLength(9000)
  expect([...exchange.rest.statuses.keys()]).toEqual([200])
})

test.each([429, 418])('after a %i nothing is requested until the exchange allows it', async (status) => {
  const { exchange, clock } = await open()
  const to = Math.floor(sessionStart / minuteMs) * minuteMs
  exchange.rest.next.push(status)
  let isDone = false
  const asked = historyOf(session.feed, 'BTCUSDT', to - 10 * minuteMs, to).then((candles) => {
    isDone = true
    return candles
  })
  await until(() => exchange.rest.statuses.get(status) === 1)
  const pause = status === 429 ? 7000 : 2 * minuteMs
  await until(() => clock.due().some((time) => time >= clock.now() + pause))
  clock.advance(pause - 1)
  expect(exchange.rest.statuses.size).toBe(1)
  await session.passUntil(() => isDone)
  expect(await asked).toHaveLength(10)
  expect(exchange.rest.statuses.get(status)).toBe(1)
})

test('a ban also delays the stream, and its state shows it', async () => {
  const { exchange, clock } = await live()
  exchange.rest.next.push(418)
  const abort = new AbortController()
  const asked = Array.fromAsync(session.feed.history('BTCUSDT', sessionStart - hourMs, sessionStart, abort.signal))
  await until(() => exchange.rest.statuses.get(418) === 1)
  await until(() => clock.due().some((time) => time >= clock.now() + 2 * minuteMs && time < clock.now() + 3 * minuteMs))
  exchange.cut()
  await until(() => session.state()?.name === 'waiting')
  expect(session.state()).toMatchObject({ reason: 'limited' })
  abort.abort()
  expect((await asked).flat()).toEqual([])
})

test('a failed or unreadable answer is an error with its source and does not delay the next one', async () => {
  const { exchange, feed } = await open()
  const { rest } = exchange.addresses
  const to = Math.floor(sessionStart / minuteMs) * minuteMs
  const ask = () => historyOf(feed, 'BTCUSDT', to - 5 * minuteMs, to)
  exchange.rest.next.push(500, '{"serverTime":"x"}')
  expect(await ask().catch(String)).toMatch(`${rest}/api/v3/time: status 500`)
  expect(await ask().catch(String)).toMatch(`${rest}/api/v3/time: the answer cannot be read`)
  expect(await ask()).toHaveLength(5)
  exchange.rest.next.push('[[1499', '', 503)
  const answers = await Promise.all([ask(), ask(), ask(), ask()].map((asked) => asked.catch(String)))
  for (const failure of answers.slice(0, 2)) {
    expect(failure).toMatch(`${rest}/api/v3/klines?symbol=BTCUSDT`)
    expect(failure).toMatch('the answer cannot be read')
  }
  expect(answers[2]).toMatch('status 503')
  expect(answers[3]).toHaveLength(5)
})
