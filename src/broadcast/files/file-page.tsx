import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { type Media, type MediaKind, mediaKinds } from '../../telegram/message/content.ts'
import { limits } from '../../telegram/message/limits.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { AdminLayout } from '../../ui/layouts/app.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FieldFrame, FormHead } from '../form/form-parts.tsx'
import { NotConnected } from '../sender-notices.tsx'
import { megabytes } from './file-form.ts'

export interface FilePageProps {
  isConnected: boolean
  /** Whether the viewer has a chat that the bot can send files to */
  isLinked: boolean
  kind: MediaKind
  stored: Media | undefined
  error: string | undefined
}

export function FilePage({ isConnected, isLinked, stored, ...form }: FilePageProps) {
  const { locale, t } = useLocale()
  return (
    <AdminLayout>
      <FormHead
        crumbs={[{ title: t('broadcast.title'), path: localised(locale, paths.broadcasts) }]}
        title={t('broadcast.files.title')}
      />
      <p className="broadcast-files-hint">{t('broadcast.files.hint')}</p>
      {!isConnected && <NotConnected hint="broadcast.files.notConnectedHint" />}
      {isConnected && !isLinked && (
        <Notice kind="warning">
          {t('broadcast.files.unlinked')}{' '}
          <a href={localised(locale, paths.accountTelegram)}>{t('broadcast.files.link')}</a>
        </Notice>
      )}
      {stored && <StoredFile media={stored} />}
      {isConnected && isLinked && <FileForm {...form} />}
    </AdminLayout>
  )
}

function StoredFile({ media: { kind, file } }: { media: Media }) {
  const { t } = useLocale()
  return (
    <section className="panel" aria-labelledby="kept-title">
      <h2 id="kept-title">{t('broadcast.files.kept')}</h2>
      <FieldFrame
        name="fileId"
        label="file_id"
        hint={t('broadcast.files.keptHint', { kind: t(`message.editor.kinds.${kind}`) })}
        value={file}
        error={undefined}
      >
        {(control) => <input {...control} type="text" readOnly />}
      </FieldFrame>
    </section>
  )
}

function FileForm({ kind, error }: Pick<FilePageProps, 'kind' | 'error'>) {
  const { locale, t } = useLocale()
  const most = { photo: megabytes(limits.photoBytes), other: megabytes(limits.fileBytes) }
  return (
    <form
      className="panel broadcast-form"
      method="post"
      encType="multipart/form-data"
      action={localised(locale, paths.broadcastFiles)}
      aria-label={t('broadcast.files.title')}
    >
      <FieldFrame name="kind" label={t('broadcast.files.kind')} value={kind} error={undefined}>
        {(control) => (
          <select {...control}>
            {mediaKinds.map((each) => (
              <option key={each} value={each}>
                {t(`message.editor.kinds.${each}`)}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      <FieldFrame
        name="file"
        label={t('broadcast.files.file')}
        hint={t('broadcast.files.most', most)}
        value={undefined}
        error={error}
      >
        {({ defaultValue: _, ...control }) => <input {...control} type="file" required />}
      </FieldFrame>
      <SubmitButton icon="i-lucide-upload">{t('broadcast.files.upload')}</SubmitButton>
    </form>
  )
}
