import type { ActMessages } from '../../auth/audit.ts'
import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import type { MessageKey } from '../../i18n/translate.ts'
import { href, paths } from '../../paths.ts'
import { Moment } from '../moment.tsx'
import { differencesOf } from './audit.ts'
import { AuditDifference } from './audit-difference.tsx'
import type { AuditLine } from './audit-queries.ts'

export interface AuditLinesProps {
  lines: AuditLine[]
  acts: ActMessages
}

/** Labels for automatic and external origins, by what they store as `address` */
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
        // An unfinished two-step sign-in. Most users complete it, so it is no refusal.
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
  // Ids of other subjects have their kind as prefix, such as `broadcast:`.
  if (id === null || id.includes(':')) return <span>{login ?? t(nobody)}</span>
  return <a href={localised(locale, href(paths.adminUser, { id }))}>{login ?? id}</a>
}
