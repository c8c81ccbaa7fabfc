import type { Db } from '../../db/client.ts'
import { moscowMs } from '../../i18n/moscow-time.ts'
import { type AuditLine, listAuditLines } from './audit-queries.ts'
import type { AuditList } from './audit-query.ts'

const dayMs = 86_400_000

export interface AuditPage {
  lines: AuditLine[]
  next?: AuditList | undefined
  previous?: AuditList | undefined
}

/** Returns one page of the audit log, newest first, after or before the given entry. */
export async function listAudit(db: Db, list: AuditList, limit: number): Promise<AuditPage> {
  const { after, before, ...filter } = list
  if (before !== undefined && after === undefined) {
    const found = await listAuditLines(db, { filter, above: before, limit: limit + 1 })
    if (found.length <= limit) return listAudit(db, filter, limit)
    const lines = found.slice(0, limit).reverse()
    return { lines, next: { ...filter, after: lines.at(-1)?.id }, previous: { ...filter, before: lines[0]?.id } }
  }
  const found = await listAuditLines(db, { filter, below: after, limit: limit + 1 })
  const lines = found.slice(0, limit)
  return {
    lines,
    next: found.length > limit ? { ...filter, after: lines.at(-1)?.id } : undefined,
    previous: after !== undefined && lines[0] ? { ...filter, before: lines[0].id } : undefined,
  }
}

/** Groups entries, which are sorted by time, by days of the Moscow calendar. */
export function daysOf(lines: readonly AuditLine[]): AuditLine[][] {
  return [...Map.groupBy(lines, ({ at }) => Math.floor((at + moscowMs) / dayMs)).values()]
}

export interface Difference {
  field: string
  /** Value before the change; undefined if the entry does not contain the field */
  from?: string | undefined
  to?: string | undefined
}

export function differencesOf({ before, after }: Pick<AuditLine, 'before' | 'after'>): Difference[] {
  const [from, to] = [fieldsOf(before), fieldsOf(after)]
  const fields = [...new Set([...from.keys(), ...to.keys()])]
  return fields
    .map((field) => ({ field, from: from.get(field), to: to.get(field) }))
    .filter((difference) => difference.from !== difference.to)
}

function fieldsOf(json: string | null): Map<string, string> {
  const value: unknown = json === null ? null : JSON.parse(json)
  if (typeof value !== 'object' || value === null) return new Map()
  return new Map(Object.entries(value).map(([field, of]) => [field, typeof of === 'string' ? of : JSON.stringify(of)]))
}
