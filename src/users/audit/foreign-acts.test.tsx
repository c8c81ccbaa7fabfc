import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { openMigrated } from '../../../tests/migrated.ts'
import { type ActMessages, auditStatement, authActs } from '../../auth/audit.ts'
import type { Db } from '../../db/client.ts'
import { LocaleProvider } from '../../i18n/context.tsx'
import { locales } from '../../i18n/locales.ts'
import { type MessageKey, translator } from '../../i18n/translate.ts'
import { listAudit } from './audit.ts'
import { AuditLines } from './audit-lines.tsx'
import { AuditFilters } from './audit-page.tsx'
import { readAuditList } from './audit-query.ts'

/** Acts of another domain, which borrow existing message keys. */
const robotActs = { 'robot.start': 'charts.title' } as const satisfies ActMessages

declare module '../../auth/audit.ts' {
  interface AuditActs {
    /** Optional, because the app does not have this domain. The acts of a real domain must be in the app's list. */
    'robot.start'?: MessageKey
  }
}

// @ts-expect-error  words that are in no dictionary
export const wordless = { 'robot.stop': 'robots.acts.stop' } as const satisfies ActMessages

let db: Db
beforeAll(async () => {
  db = await openMigrated('app')
})
afterAll(() => db.close())

test('the log stores, finds and shows acts of any domain in every language', async () => {
  const acts = { ...authActs, ...robotActs }
  const origin = { address: '10.0.0.1', requestId: 'test' }
  await db.writeBatch([
    auditStatement(db, origin, 1, { act: 'robot.start', after: { pair: 'BTC' } }),
    auditStatement(db, origin, 2, { act: 'session.end' }),
  ])
  const list = readAuditList({ act: 'robot.start' }, acts)
  const { lines } = await listAudit(db, list, 10)
  expect(lines.map(({ act }) => act)).toEqual(['robot.start'])
  expect(readAuditList({ act: 'robot.stop' }, acts).act).toBeUndefined()
  for (const locale of locales) {
    const words = translator(locale)('charts.title')
    const draw = (element: ReactElement) =>
      renderToStaticMarkup(<LocaleProvider locale={locale}>{element}</LocaleProvider>)
    expect(draw(<AuditLines lines={lines} acts={acts} />)).toContain(`<b>${words}</b>`)
    expect(draw(<AuditFilters list={list} acts={acts} />)).toContain(
      `<option value="robot.start" selected="">${words}</option>`,
    )
  }
})
