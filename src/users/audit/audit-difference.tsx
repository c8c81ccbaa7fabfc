import { useLocale } from '../../i18n/context.tsx'
import { formatTime } from '../../i18n/format.ts'
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
  'isUndo',
  'isBulk',
] as const

/** What changed, field by field: what was there struck out, what is there now beside it. */
export function AuditDifference({ differences }: AuditDifferenceProps) {
  const { locale, t } = useLocale()
  if (differences.length === 0) return null
  const shownValue = (field: string, value: string) => {
    if (value === 'null') return '—'
    const isTime = (field === 'banUntil' || field === 'expiresAt') && /^\d{12,14}$/.test(value)
    return isTime ? formatTime(locale, Number(value)) : value
  }
  return (
    <dl className="audit-difference">
      {differences.map(({ field, from, to }) => {
        const name = known.find((own) => own === field)
        return (
          <div key={field}>
            <dt>{name ? t(`audit.fields.${name}`) : field}</dt>
            <dd>
              {from !== undefined && (
                <del>
                  <span className="visually-hidden">{t('audit.was')} </span>
                  {shownValue(field, from)}
                </del>
              )}
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
