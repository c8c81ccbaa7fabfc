import { z } from 'zod'
import type { Cursor } from '../../pages/list-cursor.ts'
import { manyField } from '../../pages/parse-form.ts'
import { readUntil } from '../decision-form.ts'
import { filterParams, readList } from '../list/list-query.ts'
import type { BulkAct, BulkScope } from './bulk.ts'

export const bulkActs = ['ban', 'unban', 'sessions', 'role'] as const

export const bulkSchema = z.object({
  act: z.enum(bulkActs).catch('ban'),
  id: manyField,
  scope: z.enum(['filter']).optional().catch(undefined),
  query: z.string().catch(''),
  reason: z.string().max(500).catch(''),
  until: z.string().catch(''),
  role: z.enum(['user', 'admin']).catch('user'),
  from: z.string().optional().catch(undefined),
  changed: z.coerce.number().catch(0),
  unchanged: z.coerce.number().catch(0),
  skipped: z.coerce.number().catch(0),
})

export type BulkFields = z.infer<typeof bulkSchema>

export function readBulkFields(fields: unknown): BulkFields {
  return bulkSchema.parse(fields)
}

/**
 * Returns the affected users. A filter is read from the list's own parameters, so the affected users are those that
 * were shown.
 */
export function scopeOf({ scope, query, id }: BulkFields): BulkScope {
  if (scope !== 'filter') return { ids: id }
  return {
    filter: readList(Object.fromEntries(filterParams(readList(Object.fromEntries(new URLSearchParams(query)))))),
  }
}

export function cursorIn({ from }: BulkFields): Cursor | undefined {
  return from ? { value: from, id: from } : undefined
}

export type BulkProblem = 'reason' | 'until'

export function bulkActOf({ act, reason, until, role }: BulkFields, now: number): BulkAct | BulkProblem {
  if (act === 'role') return { act, role }
  if (act !== 'ban') return { act }
  if (reason.trim() === '') return 'reason'
  const end = readUntil(until)
  if (end !== null && !(end > now)) return 'until'
  return { act, reason: reason.trim(), until: end }
}
