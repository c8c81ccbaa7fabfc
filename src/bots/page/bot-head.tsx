import { useLocale } from '../../i18n/context.tsx'
import { formatTime } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { isMessageKey, type Translate } from '../../i18n/translate.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { FormKey } from '../../pages/form-key.tsx'
import { href, paths } from '../../paths.ts'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { timeframeText } from '../bot-numbers.ts'
import type { BotRow } from '../running/runner-queries.ts'
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

/** Returns the id with its type: the plan of a stored bot always has one of these ids. */
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

interface BotControlsProps {
  row: Pick<BotRow, 'id' | 'state'>
  /** Whether the bot is being stopped; a stop is final even before it takes effect */
  isStopping: boolean
}

/** Controls that the owner has in the bot's present state. All controls are forms, so they work without JavaScript. */
function BotControls({ row: { id, state }, isStopping }: BotControlsProps) {
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

/** Form that copies the bot, shown to everybody who may have bots: the copy belongs to the visitor. */
function CopyBot({ id }: Pick<BotRow, 'id'>) {
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
