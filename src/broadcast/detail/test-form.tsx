import { useLocale } from '../../i18n/context.tsx'
import { languageNames, locales, localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { FieldError } from '../../ui/field-error.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { maxTestChats } from '../acts/test-send.ts'
import type { DetailView } from './detail-view.ts'

export interface TestFormValues {
  text: string
  error: string
}

export function TestForm({ view, typed }: { view: DetailView; typed: TestFormValues | undefined }) {
  const { locale, t } = useLocale()
  const { row, ownChat, isConnected } = view
  if (!isConnected) return null
  return (
    <section className="panel" aria-labelledby="test-title">
      <h2 id="test-title">{t('broadcast.test.title')}</h2>
      <form
        className="broadcast-test"
        method="post"
        action={localised(locale, href(paths.broadcastTest, { id: row.id }))}
      >
        <fieldset className="broadcast-test-languages">
          <legend className="visually-hidden">{t('broadcast.test.language')}</legend>
          {locales.map((each) => (
            <label key={each} className="check">
              <input type="radio" name="locale" value={each} defaultChecked={each === locale} />
              {languageNames[each]}
            </label>
          ))}
        </fieldset>
        <div className="field">
          <label htmlFor="chats-field">{t('broadcast.test.chats')}</label>
          <input
            id="chats-field"
            type="text"
            name="chats"
            inputMode="numeric"
            autoComplete="off"
            maxLength={400}
            defaultValue={typed?.text ?? ownChat?.chatId.toString() ?? ''}
            aria-invalid={typed ? true : undefined}
            aria-describedby={typed ? 'chats-error chats-hint' : 'chats-hint'}
          />
          <FieldError id="chats-error" text={typed?.error} />
          <p className="field-hint" id="chats-hint">
            {t(ownChat ? 'broadcast.test.ownHint' : 'broadcast.test.notLinked')}{' '}
            {t('broadcast.test.most', { most: maxTestChats })}{' '}
            {!ownChat && <a href={localised(locale, paths.accountTelegram)}>{t('broadcast.files.link')}</a>}
          </p>
        </div>
        <SubmitButton kind="quiet" icon="i-lucide-send">
          {t('broadcast.test.send')}
        </SubmitButton>
      </form>
    </section>
  )
}
