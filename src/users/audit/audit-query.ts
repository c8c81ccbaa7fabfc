import { z } from 'zod'
import type { ActMessages } from '../../auth/audit.ts'
import type { ListParams } from '../list/list-query.ts'

export interface AuditFilter {
  /** Login or ID of the person who acted */
  actor: string
  /** Login or ID of the person concerned */
  subject: string
  act?: string | undefined
  result?: 'success' | 'failure' | undefined
  /** First and last day of the Moscow calendar, such as `2026-11-20`; both inclusive */
  from?: string | undefined
  to?: string | undefined
}

export interface AuditList extends AuditFilter {
  /** ID of the entry after which the page begins, or before which it ends; newest first */
  after?: number | undefined
  before?: number | undefined
}

const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .optional()
  .catch(undefined)
const id = z.coerce.number().int().positive().optional().catch(undefined)
const who = z
  .string()
  .transform((text) => text.trim().slice(0, 100))
  .catch('')

const auditSchema = z.object({
  actor: who,
  subject: who,
  act: z.string().optional().catch(undefined),
  result: z.enum(['success', 'failure']).optional().catch(undefined),
  from: day,
  to: day,
  after: id,
  before: id,
})

/** Reads query parameters and ignores invalid ones. */
export function readAuditList(params: ListParams, acts: ActMessages): AuditList {
  const list = auditSchema.parse(params)
  return { ...list, act: list.act !== undefined && Object.hasOwn(acts, list.act) ? list.act : undefined }
}

export function auditParams(list: AuditList): URLSearchParams {
  const entries = Object.entries(list).flatMap(([key, value]) => (value ? [[key, String(value)]] : []))
  return new URLSearchParams(entries)
}

/** Start of a day of the Moscow calendar, ms UTC; Moscow has been at UTC+3 since 2014. */
export function startOfDay(date: string, daysLater = 0): number {
  return Date.parse(`${date}T00:00:00+03:00`) + daysLater * 24 * 3600_000
}
