import { z } from 'zod'
import type { ReplicaPlace } from './replica-thread.ts'

/** How long an answer is waited for, ms */
const patienceMs = 10_000

const answerSchema = z.object({
  results: z.tuple([
    z.object({ response: z.object({ result: z.object({ replication_index: z.coerce.number().int() }) }) }),
  ]),
})

/**
 * How far the log of a server's database goes, in frames. Its driver does not say.
 * https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_3_SPEC.md @throws Error without an answer
 */
export async function serverPosition({ url, authToken }: Pick<ReplicaPlace, 'url' | 'authToken'>): Promise<number> {
  const answer = await fetch(new URL('/v2/pipeline', url.replace(/^libsql:/, 'https:')), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authToken && { authorization: `Bearer ${authToken}` }) },
    body: JSON.stringify({ requests: [{ type: 'execute', stmt: { sql: 'select 1' } }] }),
    signal: AbortSignal.timeout(patienceMs),
  })
  const [first] = answerSchema.parse(await answer.json()).results
  return first.response.result.replication_index
}
