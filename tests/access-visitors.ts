import { hashToken, randomToken } from '../src/auth/secrets/token.ts'
import { newSession } from '../src/auth/session/session.ts'
import type { Db } from '../src/db/client.ts'
import { kinds, type Question } from './access-answers.ts'
import { subject, type Visitor } from './access-rows.ts'
import { type Administrator, makeAdministrator } from './administrator.ts'
import { addUsers } from './users.ts'
import { type Place, sameOrigin } from './visitor.ts'

/** The application under test and its account database */
export interface VisitedPlace extends Place {
  appDb: Db
}

/** Returns cookies of the visitors named in the access table, and sends their requests */
export interface AccessVisitors {
  /** Returns the cookie of a new visitor, so that the effects of one request cannot influence another. */
  cookieOf(visitor: Visitor, provenAt?: number): Promise<string>
  ask(question: Question): Promise<Response>
  /** Sends from a new network, so that rate limits are never shared. */
  send(request: Request): Promise<Response>
}

const day = 24 * 60 * 60_000
const atOnce = 100
let count = 0

/** Creates accounts and sessions for every visitor in the table, and the account that its URLs refer to. */
export async function inviteVisitors({ app, appDb }: VisitedPlace): Promise<AccessVisitors> {
  const keeper = await makeAdministrator(appDb, 'Keeper')
  await addUsers(appDb, [{ login: 'subject' }])
  await appDb.client.execute({ sql: "update users set id = ? where login = 'subject'", args: [subject] })
  /** Session cookies created in advance and not used yet, by visitor */
  const unused = new Map<string, string[]>()

  const send: AccessVisitors['send'] = async (request) => {
    const address = `10.${++count >> 16}.${(count >> 8) & 255}.${count & 255}`
    return app.fetch(request, () => address)
  }
  return {
    cookieOf: async (visitor, provenAt) => {
      if (visitor === 'nobody') return ''
      if (visitor === 'forged session') return `__Host-sid=${keeper.token.split('.')[0]}.${'A'.repeat(43)}`
      const key = `${visitor} ${provenAt}`
      const left = unused.get(key) ?? []
      if (left.length === 0) left.push(...(await manyCookies(appDb, keeper, visitor, provenAt)))
      unused.set(key, left)
      return left.pop() ?? ''
    },
    ask: ({ method, path, cookie, kind }) => {
      const headers = new Headers({ ...kinds[kind], ...sameOrigin })
      if (cookie) headers.set('cookie', cookie)
      const isForm = method === 'POST'
      if (isForm) headers.set('content-type', 'application/x-www-form-urlencoded')
      return send(new Request(new URL(path, 'https://kurs.test'), { method, headers, ...(isForm && { body: '' }) }))
    },
    send,
  }
}

/** Creates many sessions in one write: single writes would cost as much as the requests made with the sessions. */
async function manyCookies(db: Db, keeper: Administrator, visitor: Visitor, provenAt?: number): Promise<string[]> {
  const users = Array.from({ length: atOnce }, () => ({
    login: `visitor-${++count}`,
    role: visitor.startsWith('administrator') ? ('admin' as const) : ('user' as const),
    status: visitor === 'banned user' ? ('banned' as const) : ('active' as const),
  }))
  const ids = await addUsers(db, users)
  if (visitor === 'administrator') {
    const sql = `update users set totp_secret = (select totp_secret from users where id = ?)
      where id in (select value from json_each(?))`
    await db.client.execute({ sql, args: [keeper.user.id, JSON.stringify(ids)] })
  }
  const [first = '', ...others] = ids
  const model = newSession(db, {
    userId: first,
    now: visitor === 'expired session' ? Date.now() - 31 * day : Date.now(),
    address: '10.0.0.1',
    userAgent: 'A test',
    provenAt,
    ...(visitor === 'impersonated user' && { impersonatorId: keeper.user.id, provenAt: 0 }),
  })
  await db.writeBatch([model.statement])
  const tokens = [model.token, ...(await copySession(db, model.id, others))]
  return tokens.map((token) => `__Host-sid=${token}`)
}

/** Copies one session to each of the given users in one statement. */
async function copySession(db: Db, id: string, users: string[]): Promise<string[]> {
  const copies = users.map((userId) => ({ userId, id: randomToken(16), secret: randomToken(32) }))
  const rows = copies.map(({ secret, ...row }) => ({ ...row, hash: Buffer.from(hashToken(secret)).toString('hex') }))
  await db.client.execute({
    sql: `insert into sessions (id, user_id, secret_hash, created_at, seen_at, proven_at, user_agent, address,
        impersonator_id, begun_in, device)
      select value ->> 'id', value ->> 'userId', unhex(value ->> 'hash'), created_at, seen_at, proven_at, user_agent,
        address, impersonator_id, begun_in, device
      from json_each(?), sessions where sessions.id = ?`,
    args: [JSON.stringify(rows), id],
  })
  return copies.map((copy) => `${copy.id}.${copy.secret}`)
}
