import { networkOf } from '../limits/rate-limit.ts'
import type { AuditEntry, Origin } from './audit.ts'
import type { AuditRow } from './queries.ts'

const minute = 60_000
const longestText = 200

/** A line as the log keeps it: its texts cut, and with a key when further ones like it are counted. */
export function auditLine(origin: Origin, now: number, entry: AuditEntry): AuditRow {
  const { act, isSuccess = true, actor, subject, before, after } = entry
  return {
    at: now,
    act,
    isSuccess,
    actorId: actor?.id ?? null,
    actorLogin: cutText(actor?.login) ?? null,
    subjectId: subject?.id ?? null,
    subjectLogin: cutText(subject?.login) ?? null,
    before: cutJson(before),
    after: cutJson(after),
    address: cutText(origin.address),
    requestId: cutText(origin.requestId),
    repeatKey: repeatKeyOf(origin, now, entry) ?? null,
  }
}

/** Refusals and one's own sessions and passwords can be repeated without end: within a minute they are one line. */
function repeatKeyOf({ address }: Origin, now: number, entry: AuditEntry): string | undefined {
  const { act, isSuccess = true, actor, subject, before, after } = entry
  const isOwn = actor !== undefined && actor.id === subject?.id && before === undefined && after === undefined
  if (isSuccess && !isOwn) return undefined
  const who = [actor?.id, subject?.id].join(' ')
  const minuteOf = Math.floor(now / minute)
  // Whoever may not come in comes by any address of the site, from any network: what is counted is the person.
  if (act === 'access.refused') return [act, minuteOf, who].join(' ')
  return [act, isSuccess, minuteOf, who, cutText(networkOf(address)), cutJson(after)].join(' ')
}

/** As long as the log keeps texts */
export function cutText(text: string): string
export function cutText(text: string | undefined): string | undefined
export function cutText(text: string | undefined): string | undefined {
  if (text === undefined || text.length <= longestText) return text
  // Half of a character at the cut would be none.
  return `${text.slice(0, longestText - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

function cutJson(value: unknown): string | null {
  if (value === undefined) return null
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? cutText(part) : part))
}
