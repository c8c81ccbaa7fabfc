import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { formatTime } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { chatName } from './chat-name.ts'
import type { LinkedChat } from './link-queries.ts'

const wishes = ['wantsAlerts', 'wantsReports'] as const

function LinkedChatPanel({ chat }: { chat: LinkedChat }) {
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

/** Current step of linking an account; `name` is the name of the chat. */
export type LinkView =
  | { step: 'disconnected' | 'unreachable' | 'none' }
  /** An offer exists until the time `until`, ms UTC */
  | { step: 'offered'; url: string; until: number }
  | { step: 'opened' | 'confirmed'; name: string; until: number }
  | { step: 'linked'; chat: LinkedChat }

const regionId = 'telegram-link'

/** Region with the current step. Refreshes itself while the next step has to be done in the chat. */
export function LinkRegion({ view }: { view: LinkView }) {
  const { locale } = useLocale()
  const isWaiting = view.step === 'offered' || view.step === 'opened'
  const refresh = {
    'hx-get': localised(locale, paths.accountTelegram),
    'hx-trigger': 'every 2s',
    'hx-target': `#${regionId}`,
    'hx-swap': 'outerMorph',
  }
  return (
    <div id={regionId} className="telegram-link" aria-live="polite" {...(isWaiting && refresh)}>
      <Step view={view} />
    </div>
  )
}

function Step({ view }: { view: LinkView }) {
  const { t } = useLocale()
  switch (view.step) {
    case 'disconnected':
    case 'unreachable':
      return <Notice kind="warning">{t(`telegramAccount.${view.step}`)}</Notice>
    case 'none':
      return <Begin />
    case 'linked':
      return <LinkedChatPanel chat={view.chat} />
    default:
      return <Offered view={view} />
  }
}

function Begin() {
  const { locale, t } = useLocale()
  return (
    <>
      <p>{t('telegramAccount.none')}</p>
      <p className="telegram-minor">{t('telegramAccount.how')}</p>
      <form method="post" action={localised(locale, paths.accountTelegram)}>
        <SubmitButton icon="i-lucide-send">{t('telegramAccount.begin')}</SubmitButton>
      </form>
    </>
  )
}

function Offered({ view }: { view: Extract<LinkView, { until: number }> }) {
  const { locale, t } = useLocale()
  const here = localised(locale, paths.accountTelegram)
  return (
    <>
      {view.step === 'offered' && (
        <>
          <p>{t('telegramAccount.offered')}</p>
          <a className="button button-primary" href={view.url} target="_blank" rel="noreferrer">
            {t('telegramAccount.open')}
          </a>
        </>
      )}
      {view.step === 'opened' && <p>{t('telegramAccount.opened', { name: view.name })}</p>}
      {view.step === 'confirmed' && <p>{t('telegramAccount.confirmAsk', { name: view.name })}</p>}
      <p className="telegram-minor">{t('telegramAccount.waitsUntil', { at: formatTime(locale, view.until) })}</p>
      <div className="telegram-acts">
        {view.step === 'confirmed' ? (
          <Act path={paths.accountTelegramConfirmation}>
            <SubmitButton>{t('telegramAccount.confirm')}</SubmitButton>
          </Act>
        ) : (
          <a className="button button-quiet" href={here}>
            {t('telegramAccount.refresh')}
          </a>
        )}
        <Act path={paths.accountTelegramRemoval}>
          <SubmitButton kind="quiet">
            {t(view.step === 'confirmed' ? 'telegramAccount.refuse' : 'telegramAccount.cancel')}
          </SubmitButton>
        </Act>
      </div>
    </>
  )
}

function Act({ path, children }: { path: string; children: ReactNode }) {
  const { locale } = useLocale()
  return (
    <form method="post" action={localised(locale, path)}>
      {children}
    </form>
  )
}
