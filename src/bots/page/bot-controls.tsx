import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { FormKey } from '../../pages/form-key.tsx'
import { href, paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import type { BotRow } from '../running/runner-queries.ts'

interface BotControlsProps {
  row: Pick<BotRow, 'id' | 'state'>
  /** The bot is being stopped, which is final even before it takes effect */
  isStopping: boolean
}

/** Controls available to the owner in the bot's state. All are forms, so they work without JavaScript. */
export function BotControls({ row: { id, state }, isStopping }: BotControlsProps) {
  const { locale, t } = useLocale()
  const runs = (state === 'running' || state === 'paused') && !isStopping
  const act = localised(locale, href(paths.botAct, { id }))
  return (
    <div className="bot-controls" data-confirms>
      {(state === 'draft' || runs) && (
        <form id="bot-acts" method="post" action={act}>
          {state === 'draft' && (
            <SubmitButton name="act" value="start" icon="i-lucide-play">
              {t('botPage.acts.start')}
            </SubmitButton>
          )}
          {runs && state === 'running' && (
            <SubmitButton kind="quiet" name="act" value="pause" icon="i-lucide-pause">
              {t('botPage.acts.pause')}
              <span className="visually-hidden">: {t('botPage.acts.pauseHint')}</span>
            </SubmitButton>
          )}
          {runs && state === 'paused' && (
            <SubmitButton name="act" value="resume" icon="i-lucide-play">
              {t('botPage.acts.resume')}
            </SubmitButton>
          )}
        </form>
      )}
      {runs && (
        <Confirm id="bot-stop" className="bot-confirm" label={t('botPage.acts.stop')}>
          <form method="post" action={act}>
            <p>{t('botPage.acts.stopText')}</p>
            <SubmitButton kind="danger" name="act" value="stop" icon="i-lucide-octagon-x">
              {t('botPage.acts.stopSure')}
            </SubmitButton>
          </form>
        </Confirm>
      )}
      {(state === 'draft' || runs) && (
        <Button href={localised(locale, href(paths.botEdit, { id }))} kind="quiet" icon="i-lucide-pencil">
          {t('botPage.acts.edit')}
        </Button>
      )}
      <CopyBot id={id} />
    </div>
  )
}

/** Shown to everybody who may have bots: the copy belongs to the visitor. */
export function CopyBot({ id }: Pick<BotRow, 'id'>) {
  const { locale, t } = useLocale()
  return (
    <form method="post" action={localised(locale, href(paths.botCopy, { id }))}>
      <FormKey />
      <SubmitButton kind="quiet" icon="i-lucide-copy">
        {t('botPage.acts.copy')}
      </SubmitButton>
    </form>
  )
}
