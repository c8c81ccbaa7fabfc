import type { ReactNode } from 'react'
import { z } from 'zod'
import { useLocale } from '../../i18n/context.tsx'
import { paths } from '../../paths.ts'

export interface PasskeyFormProps {
  /** Purpose of the challenge that the form requests from the server */
  use: 'sign-in' | 'second-step' | 'confirm' | 'add'
  action: string
  /** Whether browsers offer passkeys by autofill in the login field */
  isOffered?: boolean
  children: ReactNode
}

/** Form that `passkey.behavior.ts` fills in; hidden without JavaScript. */
export function PasskeyForm({ use, action, isOffered = false, children }: PasskeyFormProps) {
  const { t } = useLocale()
  const isOwn = use === 'confirm' || use === 'add'
  return (
    <>
      <form
        className="form passkey-form"
        method="post"
        action={action}
        data-passkey={use}
        data-challenges={isOwn ? paths.ownPasskeyChallenge : paths.passkeyChallenge}
        data-offered={isOffered ? '' : undefined}
        data-unused={t('passkeys.unused')}
        data-known={t('passkeys.known')}
        data-unusable={t('passkeys.unusable')}
        data-unsupported={t('passkeys.unsupported')}
        data-waiting=""
      >
        <input type="hidden" name="answer" />
        <input type="hidden" name="token" />
        {children}
      </form>
      <p className="passkey-problem" role="alert" data-passkey-problem={use} hidden />
      <noscript>
        <p className="auth-else">{t('passkeys.needsJavaScript')}</p>
      </noscript>
    </>
  )
}

/** A text field longer than other fields, because attestations of some authenticators take 5 KB. */
const longField = z
  .string()
  .catch('')
  .transform((text) => text.slice(0, 14_000))

/** Form fields that `passkey.behavior.ts` fills in */
export const answerFields = { answer: longField, token: longField }
