/** Worker thread that runs untrusted queries, on its own read-only connections. */
import { lowerThreadPriority } from '../../jobs/thread-priority.ts'
import { type PackedOutcome, packOutcome } from './answer.ts'
import { createReadConnection, type ReadConnection } from './read-connection.ts'
import type { ThreadAnswer, ThreadRequest } from './reader.ts'

lowerThreadPriority(10)

const connections: ReadConnection[] = []

self.onmessage = async ({ data }: MessageEvent<ThreadRequest | 'close'>) => {
  if (data === 'close') {
    for (const connection of connections) await connection.close()
    postMessage('closed')
    return
  }
  const { id, lane, file, statement, limits, packing } = data
  connections[lane] ??= createReadConnection(file)
  const connection = connections[lane]
  const startedAt = performance.now()
  const reply = (result: Pick<ThreadAnswer, 'outcome' | 'failure'>, transferred: ArrayBuffer[] = []) => {
    const answer: ThreadAnswer = { id, workMs: performance.now() - startedAt, ...result }
    postMessage(answer, { transfer: transferred })
  }
  try {
    const outcome: PackedOutcome = packOutcome(await connection.read(statement, limits), packing)
    reply({ outcome }, outcome.status === 'read' ? [outcome.body.buffer] : [])
  } catch (error) {
    reply({ failure: error instanceof Error ? error.message : String(error) })
  }
}
