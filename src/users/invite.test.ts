import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openMigrated } from '../../tests/migrated.ts'
import { addUsers } from '../../tests/users.ts'
import { createAuthDeps } from '../auth/auth-deps.ts'
import { findUsableLink } from '../auth/link.ts'
import type { Db } from '../db/client.ts'
import { createEvents } from '../events/events.ts'
import { invite } from './access.ts'
import { createCounter } from './list/counts.ts'

let db: Db
let actor: { id: string; login: string }
beforeAll(async () => {
  db = await openMigrated('app')
  const [id = ''] = await addUsers(db, [{ login: 'chief', role: 'admin' }])
  actor = { id, login: 'chief' }
})
afterAll(() => db.close())

const ask = (login: string) => {
  const auth = createAuthDeps({
    db,
    events: createEvents(console),
    secret: 'x',
    siteUrl: 'https://kurs.test',
    isOpen: true,
  })
  const request = { address: '10.1.2.3', requestId: 'r', actor, login, name: '', locale: 'en', role: 'user' } as const
  return invite({ auth, counter: createCounter(db) }, request)
}

async function written() {
  const tables = ['users', 'account_links', 'audit_log']
  return Promise.all(
    tables.map(async (table) => (await db.client.execute(`select count(*) n from ${table}`)).rows[0]?.n),
  )
}

test.each(['users', 'audit_log', 'account_links'])(
  'an invitation that fails at %s writes nothing, and its login stays free',
  async (table) => {
    const login = `guest-${table.replaceAll('_', '-')}`
    const before = await written()
    await db.client.execute(
      `create trigger fault before insert on ${table} begin select raise(abort, 'injected fault'); end`,
    )
    const failure = await ask(login).catch((error: unknown) => Bun.inspect(error))
    await db.client.execute('drop trigger fault')
    expect(failure).toContain('injected fault')
    expect(await written()).toEqual(before)
    const outcome = await ask(login)
    if (outcome.status !== 'invited') throw new Error(outcome.status)
    expect(await findUsableLink(db, 'invite', outcome.token, Date.now())).toMatchObject({ userId: outcome.id })
  },
)

test('a taken login gets neither a link nor an audit entry', async () => {
  expect((await ask('taken')).status).toBe('invited')
  const before = await written()
  expect(await ask('taken')).toEqual({ status: 'taken' })
  expect(await written()).toEqual(before)
})
