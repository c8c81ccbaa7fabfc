import { z } from 'zod'
import type { ReplicaPlace } from './replica-thread.ts'

export interface ServerState {
  /** Length of the server's log, in frames */
  position: number
  /** ID of the server's run, new at each start; servers other than `sqld` may not have one */
  run?: string | undefined
}

/** Timeout of a request, ms */
const patienceMs = 10_000

const answerSchema = z.object({
  results: z.tuple([
    z.object({ response: z.object({ result: z.object({ replication_index: z.coerce.number().int() }) }) }),
  ]),
})

type Server = Pick<ReplicaPlace, 'url' | 'authToken'>

/**
 * Queries the server's state over HTTP, since the driver does not expose it. @throws Error if the server does not
 * answer
 */
export async function readServerState(server: Server): Promise<ServerState> {
  const [position, run] = await Promise.all([positionOf(server), runOf(server).catch(() => undefined)])
  return { position, run }
}

function ask({ url, authToken }: Server, path: string, headers: Record<string, string>, body: BodyInit) {
  return fetch(new URL(path, url.replace(/^libsql:/, 'https:')), {
    method: 'POST',
    // Adds the token again: the replication protocol has its own header for it.
    headers: {
      ...headers,
      ...(authToken && { authorization: `Bearer ${authToken}`, 'x-authorization': `Bearer ${authToken}` }),
    },
    body,
    signal: AbortSignal.timeout(patienceMs),
  })
}

/**
 * Returns the log position of the server, see https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_3_SPEC.md
 */
async function positionOf(server: Server): Promise<number> {
  const requests = [{ type: 'execute', stmt: { sql: 'select 1' } }]
  const json = { 'content-type': 'application/json' }
  const answer = await ask(server, '/v2/pipeline', json, JSON.stringify({ requests }))
  const [first] = answerSchema.parse(await answer.json()).results
  return first.response.result.replication_index
}

/** An empty gRPC-Web message: a flag byte and four bytes of length. */
const emptyMessage = new Uint8Array(5)

/**
 * Returns the ID of the server's run: sends the hello request of a replica.
 * https://github.com/tursodatabase/libsql/blob/main/libsql-replication/proto/replication_log.proto
 */
async function runOf(server: Server): Promise<string | undefined> {
  const type = 'application/grpc-web+proto'
  const headers = { 'content-type': type, accept: type, 'x-namespace-bin': btoa('default') }
  const answer = await ask(server, '/wal_log.ReplicationLog/Hello', headers, emptyMessage)
  // The first field is a text of 36 characters: the generation ID, new at each start of the server.
  const text = new TextDecoder('latin1').decode((await answer.bytes()).subarray(emptyMessage.length))
  return answer.ok ? /^\n\$([0-9a-f-]{36})/.exec(text)?.[1] : undefined
}
