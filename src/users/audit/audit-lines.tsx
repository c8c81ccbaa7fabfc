import type { ActMessages } from '../../auth/audit.ts'
import { useLocale } from '../../i18n/context.tsx'
import { formatTime } from '../../i18n/format.ts'
import { isLocale, languageNames, localised } from '../../i18n/locales.ts'
import type { MessageKey } from '../../i18n/translate.ts'
import { href, paths } from '../../paths.ts'
import { Moment } from '../moment.tsx'
import { type Difference, differencesOf } from './audit.ts'
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
  lines: AuditLine[]
  acts: ActMessages
}

/** Labels for automatic and external origins, by the text that they store as `address` */
const origins: Readonly<Record<string, MessageKey>> = {
  'command line': 'audit.commandLine',
  sender: 'audit.sender',
  telegram: 'audit.fromTelegram',
}

export function AuditLines({ lines, acts }: AuditLinesProps) {
  const { t } = useLocale()
  return (
    <ol className="audit-lines">
      {lines.map((line) => {
        const words = acts[line.act]
        const differences = differencesOf(line)
        // Shows an unfinished two-step sign-in neutrally: most users complete it, so it is no refusal.
        const isHalfway = differences.some(({ field, to }) => field === 'why' && to === 'code-wanted')
        const origin = origins[line.address]
        const isRefused = line.isSuccess === 0 && !isHalfway
        return (
          <li key={line.id} className={isRefused ? 'audit-line audit-line-refused' : 'audit-line'}>
            <p className="audit-what">
              <Moment at={line.at} />
              <b>{words ? t(words) : line.act}</b>
              {isRefused && <span className="badge badge-banned">{t('audit.failure')}</span>}
              {isHalfway && <span className="badge">{t('audit.halfway')}</span>}
              {line.count > 1 && <span className="badge">{t('audit.repeated', { count: line.count })}</span>}
            </p>
            <p className="audit-who">
              <PersonLink id={line.actorId} login={line.actorLogin} nobody={origin} />
              {(line.subjectId ?? line.subjectLogin) !== null && line.subjectId !== line.actorId && (
                <>
                  <span aria-hidden="true"> → </span>
                  <PersonLink id={line.subjectId} login={line.subjectLogin} />
                </>
              )}
            </p>
            <AuditDifference differences={isHalfway ? [] : differences} />
            {line.requestId !== line.address && (
              <p className="audit-where">
                {origin ? t(origin) : line.address} · {t('audit.request')} {line.requestId}
              </p>
            )}
          </li>
        )
      })}
    </ol>
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
