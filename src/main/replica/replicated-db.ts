import type { Client, InArgs, InStatement } from '@libsql/client'
import type { Db } from '../../db/client.ts'
import { wantsLatest, wantsProof } from '../../db/read-latest.ts'
import { UnreachableError } from '../../db/unreachable.ts'
import { causesOf } from '../../db/unwritable.ts'
import type { Replica } from './replica.ts'

/**
 * Reads from the copy while it is fresh, and else at the server; writes there. Whoever wrote reads what they wrote, and
 * what a copy does not have is asked for at the server: somebody may have signed in at another machine just now. What a
 * write depends on has to stand in its own condition: a copy, like another machine, may be behind.
 */
export function readFromReplica(primary: Db, replica: Replica): Db {
  const { client } = primary
  const ask = client.execute.bind(client)
  const batch = client.batch.bind(client)
  const written = <Answer>(writing: Promise<Answer>) => writing.finally(replica.changed)
  const read = async (statement: InStatement) => {
    // Whatever is wrong with a copy, the server knows better.
    const copy = wantsLatest() ? undefined : replica.fresh()
    const copied = await copy?.client.execute(statement).catch(() => undefined)
    if (copied && copied.rows.length > 0) return copied
    return ask(statement).catch(async (error: unknown) => {
      const latest = replica.latest()
      if (!latest || !causesOf(error).some((cause) => cause instanceof UnreachableError)) throw error
      const stale = await latest.client.execute(statement)
      if (stale.rows.length === 0 && wantsProof()) throw error
      return stale
    })
  }
  Object.assign(client, {
    execute: (statement: InStatement, args?: InArgs) => {
      const bound = typeof statement === 'string' ? { sql: statement, ...(args && { args }) } : statement
      return isRead(bound.sql) ? read(bound) : written(ask(bound))
    },
    batch: (...batched: Parameters<Client['batch']>) => written(batch(...batched)),
  })
  return {
    ...primary,
    close: async () => {
      await replica.close()
      await primary.close()
    },
  }
}

/** `with` may begin a write too. */
function isRead(sql: string): boolean {
  return /^\s*(select|with)\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql)
}
