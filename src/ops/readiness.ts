import type { Db } from '../db/client.ts'
import type { OpsDeps } from './routes.ts'

/** `ok` or what is wrong, by part. */
export type Checks = Record<'app' | 'content' | 'market' | 'ingest', string>

/** Asks every database for one row and the content for its version. */
export async function checkReadiness({ databases, contentVersion }: OpsDeps): Promise<Checks> {
  const [app, content, market] = await Promise.all([
    ping(databases.app),
    ping(databases.content),
    ping(databases.market),
  ])
  const version = content === 'ok' ? await contentVersion() : 0
  return { app, content, market, ingest: version > 0 ? 'ok' : 'no content has been ingested yet' }
}

async function ping({ client }: Db): Promise<string> {
  return client.execute('select 1').then(
    () => 'ok',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
}
