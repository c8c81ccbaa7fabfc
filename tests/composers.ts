import { type Administrator, makeAdministrator } from './administrator.ts'
import { createTestSite } from './site.ts'

/** Opens a site with an administrator who composes broadcasts; returns its pages as seen by them or by another user. */
export async function openComposer() {
  const site = await createTestSite({ env: { TELEGRAM_TOKEN: '123456:a-token' } })
  const composer = await makeAdministrator(site.appDb, 'composer')
  return {
    site,
    composer,
    ask: async (path: string, fields?: Record<string, string>, { cookie }: Administrator = composer) => {
      const body = fields && new URLSearchParams(fields)
      const headers = { cookie, 'sec-fetch-site': 'same-origin' }
      const response = await site.app.request(path, { method: body ? 'POST' : 'GET', headers, ...(body && { body }) })
      const location = response.headers.get('location') ?? ''
      return { status: response.status, html: await response.text(), location }
    },
    rowsOf: async (sql: string, ...args: string[]): Promise<Record<string, unknown>[]> =>
      (await site.appDb.client.execute({ sql, args })).rows.map((row) => ({ ...row })),
  }
}
