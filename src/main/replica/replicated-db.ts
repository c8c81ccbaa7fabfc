import type { Client, InArgs, InStatement } from '@libsql/client'
import type { Db } from '../../db/client.ts'
import { mustConfirmAbsence, mustReadLatest } from '../../db/read-latest.ts'
import { UnreachableError } from '../../db/unreachable.ts'
import { causesOf } from '../../db/unwritable.ts'
import type { Replica } from './replica.ts'

/**
 * Reads from the copy while it is fresh, otherwise from the server; writes to the server. A process reads its own
 * writes. Rows missing in the copy are looked up at the server, e.g. after a sign-in on another machine. A write must
 * check its preconditions in its own statement, since a read may be stale.
 */
export function readFromReplica(primary: Db, replica: Replica): Db {
  const { client } = primary
  const ask = client.execute.bind(client)
  const batch = client.batch.bind(client)
  const written = <Answer>(writing: Promise<Answer>) => writing.finally(replica.changed)
  const read = async (statement: InStatement) => {
    // Ignore any error of the copy and ask the server.
    const copy = mustReadLatest() ? undefined : replica.fresh()
    const copied = await copy?.client.execute(statement).catch(() => undefined)
    if (copied && copied.rows.length > 0) return copied
    return ask(statement).catch(async (error: unknown) => {
      const latest = replica.latest()
      if (!latest || !causesOf(error).some((cause) => cause instanceof UnreachableError)) throw error
      const stale = await latest.client.execute(statement)
      if (stale.rows.length === 0 && mustConfirmAbsence()) throw error
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

/** A statement that begins with `with` may be a write, too. */
function isRead(sql: string): boolean {
  return /^\s*(select|with)\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql)
}
