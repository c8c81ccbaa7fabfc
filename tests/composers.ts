import { type Administrator, makeAdministrator } from './administrator.ts'
import { createTestSite } from './site.ts'

/** Opens a site with an administrator who composes broadcasts; returns its pages as seen by them or by another user. */
export async function openComposer() {
  const site = await createTestSite({ env: { TELEGRAM_TOKEN: '123456:a-token' } })
  const composer = await makeAdministrator(site.appDb, 'composer')
  return {
    site,
    composer,
    ask: (path: string, fields?: Record<string, string>, by: Administrator = composer) => {
      return fields ? site.as(by).post(path, fields) : site.as(by).get(path)
    },
    rowsOf: async (sql: string, ...args: string[]): Promise<Record<string, unknown>[]> =>
      (await site.appDb.client.execute({ sql, args })).rows.map((row) => ({ ...row })),
  }
}
