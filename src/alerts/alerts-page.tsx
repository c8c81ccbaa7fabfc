import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { FeedNotice } from '../live/feed-notice.tsx'
import type { MarketState } from '../market/asset-state.ts'
import type { Instrument } from '../market/instrument.ts'
import type { UndoableFlash } from '../pages/flash.ts'
import type { FormState } from '../pages/form-state.ts'
import { UndoToast } from '../pages/undo-toast.tsx'
import { paths } from '../paths.ts'
import { SubmitButton } from '../ui/button.tsx'
import { EnigmaLayout } from '../ui/layouts/app.tsx'
import { ListHead } from '../ui/list/list-head.tsx'
import { isExpired, type PriceAlert } from './alert.ts'
import { NewAlert } from './new-alert.tsx'
import { AlertItems } from './price-alerts.tsx'
import { PushControl } from './push/push-control.tsx'

export interface AlertsPageProps {
  alerts: PriceAlert[]
  form: FormState
  instruments: readonly Instrument[]
  state: MarketState
  /** ms UTC */
  now: number
  flashes: readonly UndoableFlash[]
  /** Public key of the site for push services; undefined for an administrator who acts as the user */
  pushKey: string | undefined
}

export function AlertsPage({ alerts, form, instruments, state, now, flashes, pushKey }: AlertsPageProps) {
  const { locale, t } = useLocale()
  const byAsset = new Map(instruments.map((instrument) => [instrument.asset, instrument]))
  const waiting = alerts.filter((alert) => alert.firedAt === null && !isExpired(alert, now))
  const ended = alerts.filter((alert) => !waiting.includes(alert)).toSorted((a, b) => endOf(b) - endOf(a))
  const unseen = ended.filter(({ firedAt, seenAt }) => firedAt !== null && seenAt === null)
  const { stale, closedUntil } = state
  const shared = { instrument: (asset: string) => byAsset.get(asset), back: paths.alerts, stale, closedUntil, now }
  return (
    <EnigmaLayout>
      <UndoToast flashes={flashes} action={paths.alertUndo} back={paths.alerts} />
      <ListHead title={t('alerts.title')} note={<p className="enigma-lead">{t('alerts.lead')}</p>} />
      <FeedNotice state={state} />
      <div className="alerts-page alerts-columns">
        <section className="panel" aria-labelledby="alerts-add">
          <h2 id="alerts-add">{t('alerts.add')}</h2>
          <NewAlert
            action={localised(locale, paths.alerts)}
            form={form}
            instruments={instruments}
            hint={t('alerts.valueHintList')}
            isFull
          />
          {pushKey !== undefined && <PushControl publicKey={pushKey} />}
        </section>
        <div className="alerts-lists">
          <section className="panel" aria-labelledby="alerts-waiting">
            <h2 id="alerts-waiting">
              {t('alerts.waiting')} <span className="panel-count">{waiting.length}</span>
            </h2>
            <AlertItems alerts={waiting} nothing={t('alerts.noneWaiting')} {...shared} />
          </section>
          <section className="panel" aria-labelledby="alerts-fired">
            <h2 id="alerts-fired">
              {t('alerts.fired')} <span className="panel-count">{ended.length}</span>
            </h2>
            {unseen.length > 0 && (
              <form className="alerts-seen" method="post" action={localised(locale, paths.alertSeen)}>
                {unseen.map(({ id }) => (
                  <input key={id} type="hidden" name="id" value={id} />
                ))}
                <SubmitButton kind="quiet" icon="i-lucide-check-check">
                  {t('alerts.seen')}
                </SubmitButton>
              </form>
            )}
            <AlertItems alerts={ended} nothing={t('alerts.noneFired')} {...shared} />
          </section>
        </div>
      </div>
    </EnigmaLayout>
  )
}

function endOf({ firedAt, expiresAt }: PriceAlert): number {
  return firedAt ?? expiresAt ?? 0
}
