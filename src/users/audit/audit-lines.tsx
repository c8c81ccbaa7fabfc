import type { ReactNode } from 'react'
import type { ActMessages } from '../../auth/audit.ts'
import { useLocale } from '../../i18n/context.tsx'
import { formatDate, formatMinute, formatTime } from '../../i18n/format.ts'
import { isLocale, languageNames, localised } from '../../i18n/locales.ts'
import type { MessageKey } from '../../i18n/translate.ts'
import { href, paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { type Difference, daysOf, differencesOf } from './audit.ts'
import type { AuditLine } from './audit-queries.ts'

interface AuditDifferenceProps {
  differences: Difference[]
}

const known = [
  'role',
  'status',
  'banReason',
  'banUntil',
  'name',
  'locale',
  'accent',
  'why',
  'path',
  'expiresAt',
  'scopes',
  'isUndo',
  'isBulk',
  'revision',
  'size',
  'scheduledAt',
  'of',
  'chats',
  'chatId',
  'step',
  'to',
  'state',
  'file',
  'rows',
  'by',
  'winner',
  'kind',
  'bytes',
] as const

/** Fields whose values are times, ms UTC */
const times: readonly string[] = ['banUntil', 'expiresAt', 'scheduledAt']

const wordsOf: Readonly<Record<string, Readonly<Record<string, MessageKey>>>> = {
  role: { user: 'users.roles.user', admin: 'users.roles.admin' },
  status: { active: 'users.statuses.active', banned: 'users.statuses.banned' },
  why: { password: 'audit.reasons.password', code: 'audit.reasons.code', banned: 'audit.reasons.banned' },
  isUndo: { true: 'audit.yes' },
  isBulk: { true: 'audit.yes' },
  by: { clicks: 'audit.reasons.clicks' },
  state: {
    draft: 'broadcast.states.draft',
    approved: 'broadcast.states.approved',
    scheduled: 'broadcast.states.scheduled',
    preparing: 'broadcast.states.preparing',
    running: 'broadcast.states.running',
    paused: 'broadcast.states.paused',
    finished: 'broadcast.states.finished',
    cancelled: 'broadcast.states.cancelled',
  },
}

/** Lists the changed fields as phrases: “status: active → banned”. */
function AuditDifference({ differences }: AuditDifferenceProps) {
  const { locale, t } = useLocale()
  if (differences.length === 0) return null
  const shownValue = (field: string, value: string) => {
    if (value === 'null') return '—'
    const isTime = times.includes(field) && /^\d{12,14}$/.test(value)
    if (isTime) return formatTime(locale, Number(value))
    if (field === 'locale' && isLocale(value)) return languageNames[value]
    const words = wordsOf[field]?.[value]
    return words ? lowerFirst(t(words), locale) : value
  }
  return (
    <dl className="audit-difference">
      {differences.map(({ field, from, to }) => {
        const name = known.find((own) => own === field)
        return (
          <div key={field}>
            <dt>{name ? t(`audit.fields.${name}`) : field}:</dt>
            <dd>
              {from !== undefined && (
                <del>
                  <span className="visually-hidden">{t('audit.was')} </span>
                  {shownValue(field, from)}
                </del>
              )}
              {from !== undefined && to !== undefined && <span aria-hidden="true"> → </span>}
              {to !== undefined && (
                <ins>
                  <span className="visually-hidden">{t('audit.became')} </span>
                  {shownValue(field, to)}
                </ins>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** Lowers the first letter: values appear within a phrase; elsewhere the same words stand alone. */
function lowerFirst(text: string, locale: string): string {
  return text.slice(0, 1).toLocaleLowerCase(locale) + text.slice(1)
}

export interface AuditLinesProps {
  /** Entries, newest first */
  lines: AuditLine[]
  acts: ActMessages
  /** Whether the details are unfolded at first */
  isOpen?: boolean
}

/** Labels for automatic and external origins, by the text that they store as `address` */
const origins: Readonly<Record<string, MessageKey>> = {
  'command line': 'audit.commandLine',
  sender: 'audit.sender',
  telegram: 'audit.fromTelegram',
}

const columns = ['time', 'who', 'act', 'object', 'result'] as const

/** Table of audit entries with a group of rows for each day. */
export function AuditLines({ lines, acts, isOpen = false }: AuditLinesProps) {
  const { locale, t } = useLocale()
  return (
    <table className="audit-table">
      <caption className="visually-hidden">{t('audit.title')}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className={`audit-${column}`}>
              {t(`audit.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      {daysOf(lines).map((day) => (
        <tbody key={day[0]?.id}>
          <tr className="audit-day">
            <th scope="rowgroup" colSpan={columns.length}>
              {formatDate(locale, isoOf(day[0]?.at ?? 0))}
            </th>
          </tr>
          {day.map((line) => (
            <AuditRow key={line.id} line={line} acts={acts} isOpen={isOpen} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

const isoOf = (at: number) => new Date(at).toISOString()

interface AuditRowProps {
  line: AuditLine
  acts: ActMessages
  isOpen: boolean
}

function AuditRow({ line, acts, isOpen }: AuditRowProps) {
  const { locale, t } = useLocale()
  const { at, act, actorId, actorLogin, subjectId, subjectLogin, count } = line
  const words = acts[act]
  const differences = differencesOf(line)
  // Shows an unfinished two-step sign-in neutrally: most users complete it, so it is no refusal.
  const isHalfway = differences.some(({ field, to }) => field === 'why' && to === 'code-wanted')
  const isRefused = line.isSuccess === 0 && !isHalfway
  const result = isHalfway ? 'halfway' : isRefused ? 'failure' : 'success'
  const hasObject = (subjectId ?? subjectLogin) !== null && subjectId !== actorId
  return (
    <tr>
      <td className="audit-time">
        <time dateTime={isoOf(at)}>{formatMinute(locale, at)}</time>
      </td>
      <td className="audit-who">
        <PersonLink id={actorId} login={actorLogin} nobody={origins[line.address]} />
      </td>
      <td className="audit-act">
        <AuditDetails line={line} differences={isHalfway ? [] : differences} isOpen={isOpen}>
          <b>{words ? t(words) : act}</b>
        </AuditDetails>
      </td>
      <td className="audit-object">{hasObject && <PersonLink id={subjectId} login={subjectLogin} />}</td>
      <td className="audit-result">
        <span className={isRefused ? 'badge badge-banned' : isHalfway ? 'badge' : undefined}>
          {t(`audit.${result}`)}
        </span>
        {count > 1 && <span className="badge">{t('audit.repeated', { count })}</span>}
      </td>
    </tr>
  )
}

interface AuditDetailsProps {
  line: AuditLine
  differences: Difference[]
  isOpen: boolean
  /** Name of the act, which unfolds the details */
  children: ReactNode
}

/** Changed fields and origin of an entry, folded under its act. Renders only the act if there are no details. */
function AuditDetails({ line: { address, requestId }, differences, isOpen, children }: AuditDetailsProps) {
  const { t } = useLocale()
  const hasOrigin = requestId !== address
  if (!hasOrigin && differences.length === 0) return children
  const origin = origins[address]
  return (
    <details open={isOpen}>
      <summary>
        {children}
        <Icon name="i-lucide-chevron-down" />
      </summary>
      <AuditDifference differences={differences} />
      {hasOrigin && (
        <p className="audit-where">
          {origin ? t(origin) : address} · {t('audit.request')} {requestId}
        </p>
      )}
    </details>
  )
}

interface PersonLinkProps {
  id: string | null
  login: string | null
  nobody?: MessageKey | undefined
}

function PersonLink({ id, login, nobody = 'audit.nobody' }: PersonLinkProps) {
  const { locale, t } = useLocale()
  // Links only users: IDs of other subjects have their kind as prefix, such as `broadcast:`.
  if (id === null || id.includes(':')) return <span>{login ?? t(nobody)}</span>
  return <a href={localised(locale, href(paths.adminUser, { id }))}>{login ?? id}</a>
}
