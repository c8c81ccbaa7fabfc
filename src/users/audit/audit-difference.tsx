import { useLocale } from '../../i18n/context.tsx'
import { formatTime } from '../../i18n/format.ts'
import { isLocale, languageNames } from '../../i18n/locales.ts'
import type { MessageKey } from '../../i18n/translate.ts'
import type { Difference } from './audit.ts'

export interface AuditDifferenceProps {
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

/** Fields with ms UTC */
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
export function AuditDifference({ differences }: AuditDifferenceProps) {
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

/** Values appear within a phrase; elsewhere the same words stand alone. */
function lowerFirst(text: string, locale: string): string {
  return text.slice(0, 1).toLocaleLowerCase(locale) + text.slice(1)
}
