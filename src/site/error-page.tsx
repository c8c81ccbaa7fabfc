import type { ReactNode } from 'react'
import type { SubmittedForm } from '../http/submitted-form.ts'
import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import type { MessageKey } from '../i18n/translate.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { DefaultLayout } from '../ui/layouts/default.tsx'
import { ResendForm } from './resend-form.tsx'

export interface ErrorPageProps {
  status: number
  message: string
  description: string
  /** Nothing is broken; the database just cannot be written */
  isUnwritable?: boolean
  /** The form that could not be saved, to be resent */
  sent?: SubmittedForm | undefined
  near?: ReactNode
}

export function ErrorPage({ status, message, description, isUnwritable = false, sent, near }: ErrorPageProps) {
  const { locale, t } = useLocale()
  const [title, hint] = wordsOf(status, isUnwritable)
  const isRefused = hint === undefined
  return (
    <DefaultLayout>
      <div className="error-page">
        <p className="error-status" aria-hidden="true">
          {status}
        </p>
        <h1>{t(title)}</h1>
        <p className="error-hint">{isRefused ? description : t(hint)}</p>
        {sent && <ResendForm {...sent} />}
        {near}
        <p className="error-details">
          <b>
            {status} {message}
          </b>
          {!isRefused && (
            <>
              <br />
              {description}
            </>
          )}
        </p>
        <p className="error-actions">
          <Button href={localised(locale, paths.home)} icon="i-lucide-house">
            {t('errors.backHome')}
          </Button>
          <Button href={localised(locale, paths.search)} kind="quiet" icon="i-lucide-search">
            {t('errors.toSearch')}
          </Button>
        </p>
      </div>
    </DefaultLayout>
  )
}

/** Returns title and hint. No hint for errors whose description is already the translated reason. */
function wordsOf(status: number, isUnwritable: boolean): [title: MessageKey, hint?: MessageKey] {
  if (isUnwritable) return ['errors.unwritable', 'errors.unwritableHint']
  if (status === 503) return ['errors.unreachable', 'errors.unreachableHint']
  if (status === 404) return ['errors.notFound', 'errors.notFoundHint']
  if (status === 429) return ['errors.tooMany', 'errors.tooManyHint']
  if (status === 403 || status === 409) return ['errors.refused']
  if (status < 500) return ['errors.request', 'errors.requestHint']
  return ['errors.server', 'errors.serverHint']
}
