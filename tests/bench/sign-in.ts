import { findUser } from '../../src/auth/queries.ts'
import { makeAdministrator } from '../administrator.ts'
import { send } from '../sender.ts'
import { createTestSite } from '../site.ts'
import { addUsers } from '../users.ts'
import { median } from './load.ts'
import type { Report } from './report.ts'

const rounds = 41
/** Allowed ratio of response times. Outside this range, a stranger could distinguish kinds of accounts by time */
const bound = { atLeast: 0.9, atMost: 1.1 }

/**
 * Checks whether the time of a refused sign-in reveals that an account exists: measures the kinds of accounts in turn,
 * round after round.
 */
export async function benchSignIn(report: Report): Promise<void> {
  let now = Date.now()
  const site = await createTestSite({ now: () => now })
  const { user } = await makeAdministrator(site.appDb, 'Keeper')
  await addUsers(site.appDb, [{ login: 'banned', status: 'banned' }, { login: 'invited' }])
  const sql = 'update users set password_hash = ? where login = ?'
  const hash = (await findUser(site.appDb, user.id))?.passwordHash ?? null
  await site.appDb.client.execute({ sql, args: [hash, 'banned'] })
  const logins = { known: 'Keeper', unknown: 'nobody', banned: 'banned', 'not come yet': 'invited' }
  const times = {
    known: [] as number[],
    unknown: [] as number[],
    banned: [] as number[],
    'not come yet': [] as number[],
  }
  const kinds = ['known', 'unknown', 'banned', 'not come yet'] as const
  for (let round = -5; round < rounds; round++) {
    // Advances the clock to avoid rate limits, which would distort the measurement.
    now += 60_000
    for (let turn = 0; turn < kinds.length; turn++) {
      const kind = kinds[(turn + round + kinds.length * 2) % kinds.length] ?? 'known'
      const at = performance.now()
      const response = await send(site, '/api/auth/login', { json: { login: logins[kind], password: 'a wrong one' } })
      await response.text()
      if (response.status !== 401) throw new Error(`A wrong password answers ${response.status}`)
      if (round >= 0) times[kind].push(performance.now() - at)
    }
  }
  await site.close()
  for (const kind of kinds) report(`refused sign-in, ${kind}: median`, median(times[kind]), 'ms')
  for (const kind of kinds.slice(1)) {
    report(`refused sign-in, ${kind} to known`, median(times[kind]) / median(times.known), '', bound)
  }
}
