import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { isTimeframe } from '../../market/timeframe.ts'
import { FormKey } from '../../pages/form-key.tsx'
import { href, paths } from '../../paths.ts'
import { Notice } from '../../ui/notice.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { FlashToast } from '../../ui/toasts/flash-toast.tsx'
import { formatMoney } from '../bot-numbers.ts'
import { BotsLayout } from '../bots-layout.tsx'
import type { BotRow } from '../running/runner-queries.ts'

export function FixedMarket({ row, quote }: { row: BotRow; quote: string }) {
  const { locale, t } = useLocale()
  const { asset, tf, capital } = row
  return (
    <dl className="bot-fixed">
      <div>
        <dt>{t('botForm.fields.asset.label')}</dt>
        <dd>{asset}</dd>
      </div>
      <div>
        <dt>{t('botForm.fields.tf.label')}</dt>
        <dd>{isTimeframe(tf) ? t(`charts.tf${tf}`) : tf}</dd>
      </div>
      <div>
        <dt>{t('botForm.fields.capital.label')}</dt>
        <dd>
          {formatMoney(locale, capital)} {quote}
        </dd>
      </div>
    </dl>
  )
}

/** Shows the result of the last action, and when changes to a started bot take effect. */
export function EditNotice({ flash, hasBegun }: { flash: string | undefined; hasBegun: boolean }) {
  const { t } = useLocale()
  return (
    <>
      <FlashToast>{flash}</FlashToast>
      {hasBegun && <Notice kind="warning">{t('botForm.editNotice')}</Notice>}
    </>
  )
}

export function EditButtons({ row }: { row: BotRow }) {
  const { t } = useLocale()
  return (
    <>
      <input type="hidden" name="revision" value={row.revision} />
      <SubmitButton kind={row.state === 'draft' ? 'quiet' : 'primary'} icon="i-lucide-save">
        {t('botForm.save')}
      </SubmitButton>
      {row.state === 'draft' && (
        <SubmitButton icon="i-lucide-play" name="start" value="yes">
          {t('botForm.saveAndStart')}
        </SubmitButton>
      )}
    </>
  )
}

/** Page of an ended bot, which can only be copied. */
export function EndedBotPage({ row }: { row: BotRow }) {
  const { locale, t } = useLocale()
  return (
    <BotsLayout title={t('botForm.editTitle', { name: row.name })}>
      <p className="bot-form-lead">{t('botForm.ended')}</p>
      <form method="post" action={localised(locale, href(paths.botCopy, { id: row.id }))}>
        <FormKey />
        <SubmitButton icon="i-lucide-copy">{t('botForm.copy')}</SubmitButton>
      </form>
    </BotsLayout>
  )
}
