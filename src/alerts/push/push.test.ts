import { expect, test } from 'bun:test'
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto'
import { now, openAlertSite } from '../../../tests/alert-site.ts'
import { newSession } from '../../auth/session/session.ts'
import { createPusher } from './send-pushes.ts'
import { vapidKeysOf } from './vapid.ts'

const { member, site } = openAlertSite()
const keys = vapidKeysOf('a secret of nobody but this test')

/** A browser with the keys of its subscription */
function createBrowser(endpoint: string) {
  const own = createECDH('prime256v1')
  const p256dh = own.generateKeys('base64url')
  const auth = Buffer.alloc(16, endpoint)
  return {
    fields: { endpoint, p256dh, auth: auth.toString('base64url') },
    /** Decrypts a message as RFC 8291 and RFC 8188 say. */
    read: (body: Buffer): unknown => {
      const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0]
      const sender = body.subarray(21, 21 + keyLength)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
      const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(sender), auth, info, 32))
      const derive = (name: string, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      const sealed = body.subarray(21 + keyLength)
      decipher.setAuthTag(sealed.subarray(-16))
      const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString())
    },
  }
}

/** Push services that answer as told, and what they accepted */
function createServices() {
  const accepted: { host: string; path: string; body: Buffer; headers: Headers }[] = []
  const asked: string[] = []
  let [time, status] = [now, 201]
  const pusher = createPusher({
    ...{ db: site().appDb, market: site().market, siteUrl: 'https://kurs.test', keys, log: { warn: () => {} } },
    now: () => time,
    fetch: async (url, { body, headers }) => {
      const { host, pathname: path } = new URL(url)
      asked.push(path)
      const request = { host, path, body: Buffer.from(body as Uint8Array), headers: new Headers(headers) }
      if (status === 0) throw new TypeError('The network failed')
      if (status === 201) accepted.push(request)
      return new Response(null, { status })
    },
  })
  const answer = (next: number, later = 0) => {
    ;[status, time] = [next, time + later]
  }
  return { accepted, asked, answer, send: pusher.send }
}

async function fire(userId: string, note = ''): Promise<string> {
  const id = crypto.randomUUID()
  const sql = `insert into price_alerts (id, user_id, asset, kind, value, base_price, note, created_at, fired_at, fired_price)
    values (?, ?, 'XRPUSDT', 'level', 2.4, 2.5, ?, 0, ?, 2.4)`
  await site().appDb.client.execute({ sql, args: [id, userId, note, now + 1000] })
  return id
}

const subscribe = async (owner: { id: string; cookie: string }, path: string, prefix = '/en') => {
  const browser = createBrowser(`https://fcm.googleapis.com${path}`)
  const { status } = await site().as(owner).post(`${prefix}/app/alerts/push`, browser.fields)
  expect(status).toBe(204)
  return browser
}

test('a fired alert reaches each browser of its owner once, encrypted and signed', async () => {
  const owner = await member()
  const [laptop, phone] = [await subscribe(owner, '/laptop'), await subscribe(owner, '/phone', '')]
  const id = await fire(owner.id, 'sell <half>')
  await fire((await member()).id)
  const { accepted, send } = createServices()
  await send()
  await send()
  expect(accepted.map(({ path }) => path).sort()).toEqual(['/laptop', '/phone'])
  const [first, second] = ['/laptop', '/phone'].map((own) => accepted.find(({ path }) => path === own))
  const url = '/app/charts?asset=XRPUSDT'
  expect(laptop.read(first?.body ?? Buffer.of())).toEqual({
    title: 'XRP/USDT fell to 2.4000, price 2.4000',
    body: 'Jun 10, 2026, 15:30\nsell <half>',
    url: expect.stringContaining(`/en${url}`),
    tag: id,
  })
  expect(phone.read(second?.body ?? Buffer.of())).toMatchObject({ url: expect.stringMatching(/^\/app/), tag: id })

  const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(first?.headers.get('authorization') ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(keys.publicKey, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.toString('base64url', 1, 33), y: point.toString('base64url', 33) }
  const publicKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  const signed = Buffer.from(`${head}.${claims}`)
  expect(verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
  expect(key).toBe(keys.publicKey)
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: 'https://fcm.googleapis.com',
    sub: 'https://kurs.test',
  })
})

test('a message that a push service refuses or loses is sent again, after a pause', async () => {
  const owner = await member()
  await subscribe(owner, '/later')
  await fire(owner.id)
  const { accepted, asked, answer, send } = createServices()
  for (const status of [0, 503, 429]) {
    answer(status, 60_000)
    await send()
    await send()
  }
  expect([asked.length, accepted.length]).toEqual([3, 0])
  answer(201, 60_000)
  await send()
  await send()
  expect([asked.length, accepted.length]).toEqual([4, 1])
})

test('messages to a service that cannot be reached keep back none to another', async () => {
  const [bad, good] = [await member(), await member()]
  for (let n = 0; n < 3; n++) await subscribe(bad, `/bad-${n}`)
  for (let n = 0; n < 40; n++) await fire(bad.id)
  const browser = createBrowser('https://updates.push.services.mozilla.com/good')
  await site().as(good).post('/en/app/alerts/push', browser.fields)
  await fire(good.id)
  const { asked, answer, send } = createServices()
  answer(0)
  await send()
  expect(asked.toSorted()).toEqual([expect.stringMatching('/bad-'), '/good'])
  await site().appDb.client.execute({ sql: 'delete from price_alerts where user_id = ?', args: [bad.id] })
  answer(201, 60_000)
  await send()
  expect(asked.slice(2)).toEqual(['/good'])
})

test.each([404, 410])('a browser whose push service answers %i is forgotten', async (status) => {
  const owner = await member()
  await subscribe(owner, `/gone-${status}`)
  await fire(owner.id)
  const { asked, answer, send } = createServices()
  answer(status)
  await send()
  answer(201)
  await send()
  expect(asked).toEqual([`/gone-${status}`])
})

test.each([400, 403, 429, 503])(
  'a refusal %i of one message is tried again, and keeps back no other',
  async (status) => {
    const [refused, other] = [await member(), await member()]
    await subscribe(refused, `/refused-${status}`)
    await subscribe(other, `/other-${status}`)
    for (const { id } of [refused, other]) await fire(id)
    const { asked, answer, send } = createServices()
    answer(status)
    await send()
    await send()
    expect(asked.toSorted()).toEqual([`/other-${status}`, `/refused-${status}`])
    answer(201, 60_000)
    await send()
    expect(asked).toHaveLength(4)
  },
)

test('nothing is sent of a seen alert, to a browser that was turned off, or after its session', async () => {
  const [seen, off, ended] = [await member(), await member(), await member()]
  const [{ fields }] = [await subscribe(off, '/off'), await subscribe(seen, '/seen'), await subscribe(ended, '/ended')]
  const id = await fire(seen.id)
  await site().as(seen).post('/app/alerts/seen', { id })
  await fire(off.id)
  await site().as(ended).post('/app/alerts/push/end', { endpoint: fields.endpoint })
  expect((await site().as(off).post('/app/alerts/push/end', { endpoint: fields.endpoint })).status).toBe(204)
  await fire(ended.id)
  await site().as(ended).post('/api/auth/logout', {})
  const { asked, send } = createServices()
  await send()
  expect(asked).toEqual([])
})

test('an administrator who acts as a user cannot change the notifications of the own browser', async () => {
  const [owner, administrator] = [await member(), await member()]
  const browser = { address: '10.0.0.1', userAgent: 'A test', now }
  const session = newSession(site().appDb, { userId: owner.id, impersonatorId: administrator.id, ...browser })
  await site().appDb.writeBatch([session.statement])
  const page = (cookie: string) => site().as({ cookie }).read('/en/app/alerts')
  expect(await page(`__Host-sid=${session.token}`)).not.toContain('data-push=')
  expect(await page(owner.cookie)).toContain('data-push=')
})

test('the eleventh browser of a user replaces the oldest', async () => {
  const owner = await member()
  for (let n = 0; n <= 10; n++) await subscribe(owner, `/many-${n}`)
  await fire(owner.id)
  const { accepted, send } = createServices()
  await send()
  expect(accepted).toHaveLength(10)
})

test('a subscription without a key of the curve is refused', async () => {
  const { fields } = createBrowser('https://fcm.googleapis.com/no-key')
  const owner = await member()
  const { status } = await site()
    .as(owner)
    .post('/app/alerts/push', { ...fields, p256dh: 'A'.repeat(87) })
  expect(status).toBe(400)
})

test.each([
  'https://127.0.0.1/x',
  'https://fcm.googleapis.com.evil.test/x',
  'http://fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://evilpush.apple.com/x',
  'javascript:alert(1)',
])('no request goes to an address that is no push service: %s', async (endpoint) => {
  const owner = await member()
  const { status } = await site().as(owner).post('/app/alerts/push', createBrowser(endpoint).fields)
  expect(status).toBe(400)
})

test('the keys are the same in every process, and others for another secret', () => {
  expect(vapidKeysOf('a secret of nobody but this test')).toEqual(keys)
  expect(vapidKeysOf('another')).not.toEqual(keys)
  const derived = createECDH('prime256v1')
  derived.setPrivateKey(Buffer.from(keys.privateKey, 'base64url'))
  expect(derived.getPublicKey('base64url')).toBe(keys.publicKey)
})
