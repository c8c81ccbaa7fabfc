import { useLocale } from '../../i18n/context.tsx'
import { formatTime } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { href, paths } from '../../paths.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panels/panel.tsx'
import type { Drift } from '../drift/drift-queries.ts'
import type { ComparedTrade, Difference } from '../drift/replay-life.ts'
import type { BotView } from './bot-view.ts'
import { priceText, quantityText, reasonText } from './bot-words.ts'

export function BotDrift({ view }: { view: BotView }) {
  const { locale, t } = useLocale()
  const { drift, row, viewer, digits } = view
  return (
    <Panel id="drift" title={t('botPage.drift')} text={t('botPage.driftText')}>
      {drift ? <Outcome drift={drift} digits={digits} /> : <p className="panel-text">{t('botPage.driftNever')}</p>}
      {viewer === 'owner' && row.startedAt !== null && (
        <form method="post" action={localised(locale, href(paths.botDrift, { id: row.id }))}>
          <SubmitButton kind="quiet" icon="i-lucide-refresh-cw">
            {t('botPage.driftCheck')}
          </SubmitButton>
        </form>
      )}
    </Panel>
  )
}

function Outcome({ drift, digits }: { drift: Drift; digits: BotView['digits'] }) {
  const { locale, t } = useLocale()
  const { trades, differing, checkedAt, until, report } = drift
  const when = { at: formatTime(locale, checkedAt), until: formatTime(locale, until + minuteMs) }
  if (report.failure !== undefined) {
    return (
      <p className="bot-verdict">
        {t('botPage.driftFailed', { reason: t(`botPage.driftFailures.${report.failure}`) })}
      </p>
    )
  }
  if (differing === 0) {
    return (
      <>
        <p className="bot-verdict" data-is-same>
          <Icon name="i-lucide-circle-check" />
          {t('botPage.driftSame')}
        </p>
        <p className="panel-text">{t('botPage.driftSameText', { trades, ...when })}</p>
      </>
    )
  }
  return (
    <>
      <p className="bot-verdict">
        <Icon name="i-lucide-triangle-alert" />
        {t('botPage.driftDiffers', { count: differing })}
      </p>
      <p className="panel-text">{t('botPage.driftDiffersText', { trades, ...when })}</p>
      <ul className="bot-differences">
        {report.differences.map((difference) => (
          <li key={keyOf(difference)}>
            <DifferenceText difference={difference} digits={digits} />
          </li>
        ))}
      </ul>
    </>
  )
}

function DifferenceText({ difference, digits }: { difference: Difference; digits: BotView['digits'] }) {
  const { locale, t } = useLocale()
  const { kind, live, replayed, isAfterCorrection } = difference
  const { time, side, reason } = live ?? replayed ?? { time: 0, side: 'buy', reason: '' }
  const worth = ({ price, quantity }: ComparedTrade) =>
    `${quantityText(locale, quantity, digits)} × ${priceText(locale, price, digits)}`
  return (
    <>
      <b>
        {formatTime(locale, time)} · {t(`bots.sides.${side}`)}
      </b>{' '}
      ({reasonText(t, reason)}): {t(`botPage.driftReasons.${kind}`)}
      {isAfterCorrection && ` — ${t('botPage.driftAfterCorrection')}`}
      <span className="bot-minor">
        {live && ` ${t('botPage.live')}: ${worth(live)}`}
        {replayed && ` ${t('botPage.replay')}: ${worth(replayed)}`}
      </span>
    </>
  )
}

function keyOf({ kind, live, replayed }: Difference): string {
  return `${kind} ${JSON.stringify(live ?? replayed)}`
}
