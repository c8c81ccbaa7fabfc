import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/notice.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { chatName } from './chat-name.ts'
import type { LinkedChat } from './link-queries.ts'

const wishes = ['wantsAlerts', 'wantsReports'] as const

export function LinkedChatPanel({ chat }: { chat: LinkedChat }) {
  const { locale, t } = useLocale()
  return (
    <>
      <p>{t('telegramAccount.linked', { name: chatName(chat) })}</p>
      {chat.state !== 'active' && (
        <Notice kind="warning">
          {t(chat.state === 'stopped' ? 'telegramAccount.isStopped' : 'telegramAccount.isCutOff')}
        </Notice>
      )}
      <form className="form" method="post" action={localised(locale, paths.accountTelegramNews)}>
        <fieldset className="field">
          <legend>{t('telegramAccount.news')}</legend>
          <div className="choices">
            {wishes.map((wish) => (
              <label key={wish} className="choice">
                <input type="checkbox" name={wish} value="yes" defaultChecked={chat[wish]} />
                {t(`telegramAccount.${wish}`)}
              </label>
            ))}
          </div>
        </fieldset>
        <SubmitButton>{t('telegramAccount.save')}</SubmitButton>
      </form>
      <form className="account-section" method="post" action={localised(locale, paths.accountTelegramRemoval)}>
        <p>{t('telegramAccount.unlinkHint')}</p>
        <SubmitButton kind="danger">{t('telegramAccount.unlink')}</SubmitButton>
      </form>
    </>
  )
}
