import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { AdminLayout } from '../../ui/layouts/admin.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import type { BroadcastRow } from '../broadcast.ts'
import { MessageFields, type MessageFieldsProps } from '../editor/message-fields.tsx'

export interface SentPageProps {
  row: BroadcastRow
  message: MessageFieldsProps
  problem: string | undefined
}

export function SentPage({ row, message, problem }: SentPageProps) {
  const { id, name, revision } = row
  const { locale, t } = useLocale()
  const crumbs = [
    { title: t('broadcast.title'), path: localised(locale, paths.broadcasts) },
    { title: name, path: localised(locale, href(paths.broadcast, { id })) },
  ]
  return (
    <AdminLayout>
      <Breadcrumbs items={crumbs} />
      <header className="admin-head">
        <h1>{t('broadcast.form.sentTitle')}</h1>
      </header>
      {problem && (
        <Notice kind="error" isFocused>
          {problem}
        </Notice>
      )}
      <p>{t(row.needsApproval ? 'broadcast.form.sentHeldHint' : 'broadcast.form.sentHint')}</p>
      <form className="broadcast-form" method="post" action={localised(locale, href(paths.broadcastSent, { id }))}>
        <input type="hidden" name="revision" value={revision} />
        <MessageFields {...message} />
        <div className="broadcast-acts">
          <SubmitButton icon="i-lucide-save">{t('broadcast.form.save')}</SubmitButton>
        </div>
      </form>
    </AdminLayout>
  )
}
