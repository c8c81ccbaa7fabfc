import type { ActMessages } from '../../auth/audit.ts'
import { useLocale } from '../../i18n/context.tsx'
import { UndoToast } from '../../pages/undo-toast.tsx'
import { href, paths } from '../../paths.ts'
import { Notice } from '../../ui/notice.tsx'
import { AuditLines } from '../audit/audit-lines.tsx'
import type { AuditLine } from '../audit/audit-queries.ts'

export const doneNotices = [
  'role',
  'ban',
  'unban',
  'sessions',
  'undo',
  'unchanged',
  'invited',
  'factor-requested',
  'factor-replaced',
  'factor-withdrawn',
] as const
export type DoneNotice = (typeof doneNotices)[number]
export type UserProblem =
  | 'self'
  | 'refused'
  | 'late'
  | 'not-allowed'
  | 'reason'
  | 'until'
  | 'stale'
  | 'no-factor'
  | 'own-request'
  | 'new-admin'
  | 'over'

export interface UserNoticeProps {
  userId: string
  done?: DoneNotice | undefined
  /** Token of the undo form, while undo is possible */
  undo?: string | undefined
  problem?: UserProblem | undefined
  /** Changes by other administrators while the form was open */
  meanwhile?: AuditLine[]
  acts: ActMessages
}

export function UserNotice({ userId, done, undo, problem, meanwhile = [], acts }: UserNoticeProps) {
  const { t } = useLocale()
  if (problem) {
    return (
      <Notice kind="error">
        <p>{t(`users.problems.${problem}`)}</p>
        {meanwhile.length > 0 && (
          <>
            <h2>{t('users.problems.meanwhile')}</h2>
            <AuditLines lines={meanwhile} acts={acts} isOpen />
          </>
        )}
      </Notice>
    )
  }
  if (!done) return null
  const action = href(paths.adminUserUndo, { id: userId })
  return <UndoToast flashes={[{ text: t(`users.done.${done}`), undo }]} action={action} />
}
