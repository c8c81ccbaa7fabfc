import { useLocale } from '../../i18n/context.tsx'
import { formatTime } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { isMessageKey, type Translate } from '../../i18n/translate.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { href, paths } from '../../paths.ts'
import { timeframeText } from '../timeframe-text.ts'
import { BotControls, CopyBot } from './bot-controls.tsx'
import { type BotView, isStopping } from './bot-view.ts'

export function BotHead({ view }: { view: BotView }) {
  const { locale, t } = useLocale()
  const { row, plan, viewer, waiting } = view
  const { asset, tf, state, startedAt, cursor } = row
  return (
    <header className="bot-head">
      <p className="bot-facts">
        <span className="bot-state" data-state={state}>
          {t(`bots.states.${state}`)}
        </span>
        <a href={localised(locale, href(paths.enigmaAsset, { asset }))}>{asset}</a>
        <span>{t(`bots.strategies.${strategyOf(plan.strategy)}`)}</span>
        <span>{timeframeText(t, tf)}</span>
        {waiting.map(({ id, act }) => (
          <span key={id} className="badge bot-waiting" title={t('botPage.waiting.text')}>
            {t(`botPage.waiting.${act.do}`)}
          </span>
        ))}
      </p>
      <p className="bot-standing" role="status" data-is-hindered={view.blockedReason !== undefined || undefined}>
        {statusText(t, view)}
        {waiting.length > 0 && ` ${t('botPage.waiting.text')}`}
        {row.revision > row.playedRevision && ` ${t('botPage.waitingRevision', { revision: row.revision })}`}
      </p>
      {startedAt !== null && (
        <p className="bot-minor">
          {t('botPage.since', { at: formatTime(locale, startedAt) })}
          {row.snapshot !== null && ` · ${t('botPage.seenUntil', { at: formatTime(locale, cursor + minuteMs) })}`}
        </p>
      )}
      {viewer === 'link' && <p className="bot-minor">{t('botPage.shared')}</p>}
      {viewer === 'owner' && <BotControls row={row} isStopping={isStopping(view)} />}
      {viewer === 'member' && (
        <div className="bot-controls">
          <CopyBot id={row.id} />
        </div>
      )}
    </header>
  )
}

type StrategyId = 'dca' | 'grid' | 'ma-cross' | 'rsi' | 'breakout' | 'manual'
const strategyIds: readonly StrategyId[] = ['dca', 'grid', 'ma-cross', 'rsi', 'breakout', 'manual']

/** Stored plans have one of these ids. */
export function strategyOf(id: string): StrategyId {
  return strategyIds.find((known) => known === id) ?? 'manual'
}

function statusText(t: Translate, view: BotView): string {
  const { state, reason } = view.row
  const hindered = view.blockedReason && t(`botPage.hindrances.${view.blockedReason}`)
  if (isStopping(view)) return [t('botPage.standing.stopping'), hindered].filter(Boolean).join(' ')
  if (hindered && state === 'running') return hindered
  const key = `botPage.standing.${state}-${reason}`
  const status = isMessageKey(key) ? t(key) : t(`botPage.standing.${state}`, { reason: reason ?? '' })
  return hindered ? `${status} ${hindered}` : status
}
