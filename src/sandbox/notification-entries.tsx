import { onceWithoutEnd, type PriceAlert } from '../alerts/alert.ts'
import { AlertNewsBar, NotificationList } from '../alerts/alert-news.tsx'
import { storedRule } from '../alerts/alert-rule.ts'
import { NewAlert } from '../alerts/new-alert.tsx'
import { AlertItems } from '../alerts/price-alerts.tsx'
import { useLocale } from '../i18n/context.tsx'
import { emptyForm } from '../pages/form-state.ts'
import { NotificationCenter, UnseenAlerts } from '../ui/notifications/notifications.tsx'
import { entryOf, type SandboxEntry } from './entry.ts'
import { exampleAsset } from './example-market.ts'

const risen: PriceAlert = {
  id: 'risen',
  userId: 'example',
  asset: exampleAsset.asset,
  kind: 'level',
  value: 98_000,
  basePrice: 97_000,
  details: null,
  note: 'Sell half',
  createdAt: 0,
  firedAt: Date.UTC(2026, 10, 22, 12),
  firedPrice: 98_010.5,
  seenAt: null,
  ...onceWithoutEnd,
}
const fallen: PriceAlert = { ...risen, id: 'fallen', value: 96_000, firedPrice: 95_990, note: '' }
const waiting: PriceAlert = { ...risen, id: 'waiting', firedAt: null, firedPrice: null, note: '' }
const hour = 3_600_000
/** One waiting alert of each kind; the last repeats until a date */
const eachKind: PriceAlert[] = [
  waiting,
  { ...waiting, id: 'enter', ...storedRule({ kind: 'enter', value: 95_000, high: 96_000 }, 97_000) },
  { ...waiting, id: 'change', ...storedRule({ kind: 'change', value: -5, minutes: 30 }, 97_000) },
  {
    ...waiting,
    id: 'line',
    ...storedRule(
      { kind: 'line', from: { time: 0, price: 98_000 }, to: { time: hour, price: 99_000 }, isAbove: true },
      97_000,
    ),
  },
  {
    ...waiting,
    id: 'indicator',
    ...storedRule({ kind: 'indicator', value: 70, tf: 60, indicator: 'rsi:14', isAbove: true }, 97_000),
    pauseMs: hour,
    expiresAt: Date.UTC(2027, 0, 1),
  },
]
const instrument = () => exampleAsset

/** Dock with everything that it can hold at once: the offer of a new version, an alert and two toasts with an undo. */
function FullDock() {
  const { t } = useLocale()
  return (
    <div className="dock">
      <aside className="new-version">
        <p>{t('ui.newVersion')}</p>
        <button type="button" className="button button-primary">
          {t('ui.newVersionLoad')}
        </button>
      </aside>
      <section className="alert-news">
        <AlertNewsBar alerts={[fallen, risen]} instrument={instrument} />
      </section>
      <section className="toasts">
        {['98,000.00', '96,000.00'].map((price) => (
          <div key={price} className="notice notice-success toast">
            <div>
              <p>{t('alerts.flashDeleted', { about: `${exampleAsset.asset}, ${price}` })}</p>
              <button type="button" className="button button-quiet">
                {t('ui.undo')}
              </button>
            </div>
          </div>
        ))}
      </section>
    </div>
  )
}

const list = { component: NotificationList, hidden: ['instrument'] as const, box: { height: 260 } }

export const notificationEntries: readonly SandboxEntry[] = [
  entryOf({ id: 'unseen-alerts', component: UnseenAlerts, props: { total: 3 } }),
  entryOf({ id: 'notifications', component: NotificationCenter, props: { unseen: 3 }, box: { height: 320 } }),
  entryOf({ id: 'notifications-none', component: NotificationCenter, props: { unseen: 0 }, box: { height: 320 } }),
  entryOf({ ...list, id: 'notification-list', props: { alerts: [fallen, risen], instrument } }),
  entryOf({ ...list, id: 'notification-list-empty', props: { alerts: [], instrument } }),
  entryOf({
    id: 'alert-news-bar',
    component: AlertNewsBar,
    props: { alerts: [fallen, risen], instrument },
    hidden: ['instrument'],
  }),
  entryOf({
    id: 'alert-items',
    component: AlertItems,
    props: { alerts: eachKind, instrument, back: '/', nothing: '', now: 0, stale: { [exampleAsset.asset]: 0 } },
    hidden: ['instrument'],
    box: { height: 420 },
  }),
  entryOf({
    id: 'new-alert',
    component: NewAlert,
    props: { action: '', form: { ...emptyForm, values: { kind: 'indicator' } }, hint: '', isFull: true },
    box: { height: 760 },
  }),
  entryOf({ id: 'dock', component: FullDock, props: {}, box: { width: 1200, height: 260 } }),
]
