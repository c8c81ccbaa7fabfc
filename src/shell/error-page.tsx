import type { Context } from 'hono'
import type { ReactNode } from 'react'
import type { AppEnv } from '../http/env.ts'
import type { SubmittedForm } from '../http/submitted-form.ts'
import { useLocale } from '../i18n/context.tsx'
import { locales, localised } from '../i18n/locales.ts'
import type { MessageKey } from '../i18n/translate.ts'
import { paths } from '../paths.ts'
import { Button, SubmitButton } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { DefaultLayout } from '../ui/layouts/default.tsx'
import { pageFrame } from './frame.ts'
import { pageHead } from './head.ts'
import type { Shell } from './shell.ts'

/** Labels of secret fields, by field name. Secrets are never written into a page, so the user types them again. */
const secretLabels: Record<string, MessageKey> = {
  password: 'auth.password',
  current: 'account.currentPassword',
  wanted: 'auth.newPassword',
  code: 'auth.code',
}

/** Form that sends a failed form again, so that the user need not retype it. */
function ResendForm({ action, fields }: SubmittedForm) {
  const { t } = useLocale()
  return (
    <form className="form resend" method="post" action={action}>
      {fields.map(([name, value], at) => {
        const label = secretLabels[name]
        // The key contains the index, because a field name may occur more than once; the list never changes.
        const key = `${at}-${name}`
        if (!label) return <input key={key} type="hidden" name={name} value={value} />
        return <Field key={key} name={name} label={t(label)} type="password" isRequired isPlain autoComplete="off" />
      })}
      <SubmitButton>{t('errors.sendAgain')}</SubmitButton>
    </form>
  )
}

interface ErrorPageProps {
  status: number
  message: string
  description: string
  /** Whether the cause is that the database cannot be written at the moment */
  isUnwritable?: boolean
  /** Fields of the form that could not be saved, so that the user can send it again */
  sent?: SubmittedForm | undefined
  near?: ReactNode
}

function ErrorPage({ status, message, description, isUnwritable = false, sent, near }: ErrorPageProps) {
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

/**
 * Returns the title and hint of an error page. There is no hint for errors whose description is already the translated
 * reason.
 */
function wordsOf(status: number, isUnwritable: boolean): [title: MessageKey, hint?: MessageKey] {
  if (isUnwritable) return ['errors.unwritable', 'errors.unwritableHint']
  if (status === 503) return ['errors.unreachable', 'errors.unreachableHint']
  if (status === 404) return ['errors.notFound', 'errors.notFoundHint']
  if (status === 429) return ['errors.tooMany', 'errors.tooManyHint']
  if (status === 403 || status === 409) return ['errors.refused']
  if (status < 500) return ['errors.request', 'errors.requestHint']
  return ['errors.server', 'errors.serverHint']
}

/** Builds an error page. @param path  path that the page gives as its own address, without the locale */
export function errorPage(c: Context<AppEnv>, shell: Shell, failure: ErrorPageProps, path: string) {
  const { status, message, description } = failure
  const more = { isHiddenFromCrawlers: true, jsonLd: [] }
  const head = pageHead({
    siteUrl: shell.siteUrl,
    locale: c.var.locale,
    path,
    title: `${status} ${message}`,
    description,
    more,
    existsIn: [],
  })
  // The requested page exists in no language, so the language switch links to the home page.
  const translations = locales.map((locale) => ({ locale, href: localised(locale, paths.home) }))
  return { page: <ErrorPage {...failure} />, head, frame: { ...pageFrame(c, shell, 'none', []), translations } }
}
