import { href, paths } from '../src/paths.ts'
import { makeAdministrator } from './administrator.ts'
import { recount } from './counts.ts'
import { addBroadcast } from './outbox.ts'
import { createTestSite } from './site.ts'

/** Opens a site with a bot and an administrator who manages broadcasts. */
export async function openBroadcastSite(login: string) {
  const site = await createTestSite({ env: { TELEGRAM_TOKEN: '123456:a-token' } })
  const db = site.appDb
  const admin = await makeAdministrator(db, login)
  const ask = async (path: string, init: RequestInit = {}, cookie = admin.cookie) =>
    site.as({ cookie }).request(path, init)
  const read = (path: string) => site.as(admin).read(path)
  const send = (path: string, fields: Record<string, string>, cookie = admin.cookie) =>
    site.as({ cookie }).post(path, fields)
  const act = (id: string, name: string) => send(href(paths.broadcastAct, { id }), { act: name, revision: '1' })
  const set = (id: string, values: string) =>
    db.client.execute({ sql: `update broadcasts set ${values} where id = ?`, args: [id] })

  /** Adds a broadcast to ten recipients: seven are sent, one failed, one is unknown and one waits. */
  const running = async (rows: number, state = 'running'): Promise<string> => {
    const id = await addBroadcast(db, { state })
    await db.writeRaw([
      {
        sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
        insert into deliveries (broadcast_id, chat_id, state, locale, name, reason, error, at)
        select ?, i, case i % 10 when 0 then 'failed' when 5 then 'unknown' when 7 then 'pending' else 'sent' end,
          'ru', case i when 3 then '=cmd|calc' else 'Читатель ' || i end,
          case i % 10 when 0 then 'blocked' end, case i % 10 when 0 then 'Forbidden: bot was blocked by the user' end, 0 from n`,
        args: [rows, id],
      },
      {
        sql: `update broadcasts set total = ?2, sent = ?2 * 7 / 10, failed = ?2 / 10, unknown = ?2 / 10, is_snapshot_whole = 1
        where id = ?1`,
        args: [id, rows],
      },
    ])
    await recount(db)
    return id
  }
  const stateOf = async (id: string) => {
    const { rows } = await db.client.execute({ sql: 'select state from broadcasts where id = ?', args: [id] })
    return rows[0]?.state
  }
  return { site, db, ask, read, send, act, set, running, stateOf, close: site.close }
}

export type BroadcastSite = Awaited<ReturnType<typeof openBroadcastSite>>
