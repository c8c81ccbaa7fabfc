import type { Db } from '../db/client.ts'

export interface ReadinessDeps {
  databases: Partial<Record<'app' | 'content' | 'market', Db>>
  /** 0 before the first ingest; only in a process that serves content */
  contentVersion?(): Promise<number>
}

export type Checks = Record<string, string>

export async function checkReadiness({ databases, contentVersion }: ReadinessDeps): Promise<Checks> {
  const pings = Object.entries(databases).map(async ([name, db]) => [name, await ping(db)] as const)
  const checks: Checks = Object.fromEntries(await Promise.all(pings))
  if (!contentVersion) return checks
  const version = checks.content === 'ok' ? await contentVersion() : 0
  return { ...checks, ingest: version > 0 ? 'ok' : 'no content has been ingested yet' }
}

async function ping({ client }: Db): Promise<string> {
  return client.execute('select 1').then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
}
