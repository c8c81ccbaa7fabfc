import { useLocale } from '../i18n/context.tsx'
import { Icon } from '../ui/icon.tsx'

/** Mockup of a documentation assistant; it has no backend yet. */
export function Conversation() {
  const { t } = useLocale()
  return (
    <ol className="ai-messages" aria-label={t('sandbox.conversation')}>
      <li className="ai-message is-own">{t('sandbox.question')}</li>
      <li className="ai-message">{t('sandbox.answer')}</li>
    </ol>
  )
}

export function Composer() {
  const { t } = useLocale()
  return (
    <form className="ai-form" data-sandbox-still>
      <textarea name="question" rows={2} aria-label={t('sandbox.ask')} placeholder={t('sandbox.ask')} />
      <button type="submit" className="button button-primary">
        <Icon name="i-lucide-send" />
        {t('sandbox.send')}
      </button>
    </form>
  )
}
