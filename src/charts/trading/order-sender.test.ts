import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createTestFeed, minuteOf } from '../../../tests/doubles/feed.ts'
import { signIn } from '../../../tests/signed-in.ts'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { partial } from '../../../tests/visitor.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { createOrderSender, type OrderAnswer, type OrderFields } from './order-sender.ts'

setDefaultTimeout(60_000)

const now = Date.UTC(2026, 5, 10, 12, 0, 20)
const feed = createTestFeed()
let site: TestSite
beforeAll(async () => {
  site = await createTestSite({ feed, now: () => now })
  feed.setState({ name: 'live' })
  const openTime = now - (now % minuteMs)
  feed.emit(minuteOf('BTCUSDT', openTime, 60_000, { isClosed: false, time: now, volume: 1000 }))
})
afterAll(() => site.close())

function memory() {
  const held = new Map<string, string>()
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  }
}

const path = '/en/app/paper/BTCUSDT'
const ticket = { side: 'buy', kind: 'limit', price: '50000', amount: '100', share: '', stop: '', profit: '' }

test('ten orders through thirty deaths of the server are placed once each, and nothing is lost', async () => {
  const owner = site.as(await signIn(site.appDb, { now }))
  const storage = memory()
  /** The server dies before it reads an order, after it has placed one, or answers that it is not ready. */
  const deaths = ['before', 'after', 'unready'] as const
  let died = 0
  let upcoming: (typeof deaths)[number][] = []
  const post = async (fields: OrderFields): Promise<OrderAnswer> => {
    const death = upcoming.shift()
    if (death) died++
    if (death === 'before' || death === 'unready') return { status: 'offline' }
    const { status, html } = await owner.post(`${path}/orders`, fields, partial)
    if (death === 'after') return { status: 'offline' }
    return { status: status === 200 ? 'accepted' : 'refused', html }
  }
  // A page that is left and opened again has a sender of its own with the same storage.
  const open = () => createOrderSender({ locale: 'en', post, storage, key: 'order', pause: async () => {} })
  const orders = async () => (await owner.read(path)).match(/id="move-/g)?.length ?? 0
  for (let order = 0; order < 10; order++) {
    const fields = { ...ticket, formKey: crypto.randomUUID(), price: String(50_000 + order) }
    open().keep(fields)
    expect(open().kept()).toEqual({ fields, isUnanswered: false })
    upcoming = [0, 1, 2].map((death) => deaths[(order + death) % 3] ?? 'after')
    const left = open()
    const sent = left.send(fields, () => order % 2 === 0 && upcoming.length === 1 && left.stop())
    if ((await sent) === 'stopped') {
      expect(open().kept()).toEqual({ fields, isUnanswered: true, locale: 'en' })
      expect(await open().send(open().kept()?.fields ?? {}, () => {})).toMatchObject({ status: 'accepted' })
    }
    expect(open().kept()).toBeUndefined()
    expect(await orders()).toBe(order + 1)
  }
  expect(died).toBe(30)
})

test('a refused order stays in the ticket and its answer names the fault', async () => {
  const owner = site.as(await signIn(site.appDb, { now }))
  const post = async (fields: OrderFields): Promise<OrderAnswer> => {
    const { status, html } = await owner.post(`${path}/orders`, fields, partial)
    return { status: status === 200 ? 'accepted' : 'refused', html }
  }
  const sender = createOrderSender({ locale: 'en', post, storage: memory(), key: 'order', pause: async () => {} })
  const fields = { ...ticket, amount: '20000', formKey: 'a' }
  const answer = await sender.send(fields, () => {})
  const html = expect.stringMatching(/<form id="paper-ticket".*value="20000".*Insufficient funds/s)
  expect(answer).toEqual({ status: 'refused', html })
  expect(sender.kept()).toEqual({ fields, isUnanswered: false, locale: 'en' })
})

test('a denied order stays in the ticket, unanswered only if it may have arrived before', async () => {
  const storage = memory()
  const answers: OrderAnswer[] = []
  const languages: string[] = []
  const open = (locale: 'en' | 'ru') => {
    const post = async (_: OrderFields, language: string) => {
      languages.push(language)
      return answers.shift() ?? { status: 'offline' as const }
    }
    return createOrderSender({ locale, post, storage, key: 'order', pause: async () => {} })
  }
  const denied = { status: 'denied', reason: 'Too many requests. Ask again in 5 s.' } as const
  const fields = { ...ticket, price: '1,500', formKey: 'a' }
  answers.push(denied)
  expect(await open('en').send(fields, () => {})).toEqual(denied)
  expect(open('en').kept()).toMatchObject({ isUnanswered: false })
  answers.push({ status: 'offline' }, denied)
  expect(await open('en').send(fields, () => {})).toEqual(denied)
  expect(open('en').kept()).toMatchObject({ isUnanswered: true })
  // On a page in Russian, 1,500 would be one and a half.
  answers.push({ status: 'accepted', html: '' })
  expect(await open('ru').send(fields, () => {})).toMatchObject({ status: 'accepted' })
  expect(languages).toEqual(['en', 'en', 'en', 'en'])
})

test('until an unanswered order is answered or discarded, only it is sent, unchanged', async () => {
  const owner = site.as(await signIn(site.appDb, { now }))
  const storage = memory()
  let isAnswered = false
  const post = async (fields: OrderFields): Promise<OrderAnswer> => {
    const { status, html } = await owner.post(`${path}/orders`, fields, partial)
    return isAnswered ? { status: status === 200 ? 'accepted' : 'refused', html } : { status: 'offline' }
  }
  const open = () => createOrderSender({ locale: 'en', post, storage, key: 'order', pause: async () => {} })
  const orders = async () => (await owner.read(path)).match(/id="move-/g)?.length ?? 0
  const fields = { ...ticket, formKey: crypto.randomUUID() }
  const left = open()
  expect(await left.send(fields, left.stop)).toBe('stopped')
  const edited = { ...fields, price: '40000' }
  left.keep(edited)
  expect(open().kept()).toEqual({ fields, isUnanswered: true, locale: 'en' })
  isAnswered = true
  expect(await open().send({ ...edited, formKey: crypto.randomUUID() }, () => {})).toBe('unanswered')
  expect(await orders()).toBe(1)
  expect(await open().send(edited, () => {})).toMatchObject({ status: 'accepted' })
  expect(await orders()).toBe(1)
  expect(await owner.read(path)).not.toContain('40,000')
  isAnswered = false
  const second = { ...fields, formKey: crypto.randomUUID() }
  expect(await left.send(second, left.stop)).toBe('stopped')
  left.discard()
  expect(open().kept()).toBeUndefined()
  left.keep(edited)
  expect(open().kept()).toEqual({ fields: edited, isUnanswered: false })
})
