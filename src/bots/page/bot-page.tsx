import { useLocale } from '../../i18n/context.tsx'
import { formatNumber, formatTime } from '../../i18n/format.ts'
import { localised } from '../../i18n/locales.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { href, paths } from '../../paths.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { FailedRead, Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panels/panel.tsx'
import { FlashToast } from '../../ui/toasts/toasts.tsx'
import type { Statistics } from '../backtest/statistics.ts'
import { formatLength, formatRatio } from '../backtest-pages/figures.ts'
import { formatGain, formatShare } from '../bot-numbers.ts'
import { BotsLayout } from '../bots-layout.tsx'
import type { Json } from '../engine/strategy.ts'
import { newBotAddress, valuesOf } from '../form/field-values.ts'
import { RulesReading } from '../form/rules-input.tsx'
import { isAlive } from '../owner/bot-figures.ts'
import { nameOf } from '../owner/bot-name.ts'
import type { BotRow } from '../running/runner-queries.ts'
import { rulesId } from '../strategies/rules/indicators.ts'
import type { Marks } from '../strategies/rules/marks.ts'
import { statusKey } from './bot-links.tsx'
import { BotRegion } from './bot-region.tsx'
import type { BotView, Revision } from './bot-view.ts'
import { changesBetween, settingsOf } from './plan-text.ts'

export interface BotPageProps {
  view: BotView
  /** Revisions of the bot, newest first */
  revisions: readonly Revision[]
  statistics: Statistics | undefined
  siteUrl: string
  flash: string | undefined
  problem: string | undefined
}

/** Page of a bot for its owner, for visitors of public bots, and for visitors with the share link. */
export function BotPage({ view, revisions, statistics, siteUrl, flash, problem }: BotPageProps) {
  const { locale, t } = useLocale()
  return (
    <BotsLayout title={nameOf(t, view)}>
      <FlashToast>{flash}</FlashToast>
      {problem && (
        <Notice kind="error" isFocused>
          {problem}
        </Notice>
      )}
      <FailedRead>{t('botPage.failed')}</FailedRead>
      <BotRegion view={view} />
      <div
        id="bot-rest"
        className="bot-region"
        data-standing={statusKey(view.row)}
        hx-get={localised(locale, view.address)}
        hx-select="#bot-rest"
        hx-target="this"
        hx-swap="outerMorph"
        hx-trigger="bot-changed"
      >
        <BotStatistics statistics={statistics} />
        <BotPlan view={view} revisions={revisions} />
        {view.viewer === 'owner' && <BotOwner row={view.row} siteUrl={siteUrl} />}
      </div>
    </BotsLayout>
  )
}

type StatisticName =
  | Extract<keyof Statistics, 'cagr' | 'sharpe' | 'sortino' | 'calmar' | 'profitFactor' | 'expectancy' | 'exposure'>
  | 'longestDrawdown'
  | 'trades'
  | 'sales'

function BotStatistics({ statistics }: { statistics: Statistics | undefined }) {
  const { locale, t } = useLocale()
  if (!statistics) return null
  const share = (value: number | undefined) => (value === undefined ? '—' : formatShare(locale, value))
  const { expectancy, longestDrawdownMs } = statistics
  const entries: [name: StatisticName, value: string][] = [
    ['cagr', share(statistics.cagr)],
    ['sharpe', formatRatio(locale, statistics.sharpe)],
    ['sortino', formatRatio(locale, statistics.sortino)],
    ['calmar', formatRatio(locale, statistics.calmar)],
    ['profitFactor', formatRatio(locale, statistics.profitFactor)],
    ['expectancy', expectancy === undefined ? '—' : formatGain(locale, expectancy)],
    ['exposure', share(statistics.exposure).replace('+', '')],
    ['longestDrawdown', formatLength(locale, longestDrawdownMs)],
    ['trades', formatNumber(locale, statistics.trades)],
    ['sales', formatNumber(locale, statistics.sales)],
  ]
  return (
    <Panel id="statistics" title={t('botPage.statistics')} text={t('botPage.statisticsText')}>
      <dl className="tiles bot-tiles">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`botPage.stats.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

interface BotOwnerProps {
  row: BotRow
  /** Base URL of the site, without a trailing slash */
  siteUrl: string
}

/** Sections that only the owner sees: the share link, and deletion. */
function BotOwner({ row, siteUrl }: BotOwnerProps) {
  return (
    <div className="bot-columns">
      <Sharing row={row} siteUrl={siteUrl} />
      <Removal row={row} />
    </div>
  )
}

function Sharing({ row: { id, shareKey }, siteUrl }: BotOwnerProps) {
  const { locale, t } = useLocale()
  const address = shareKey !== null && siteUrl + localised(locale, href(paths.sharedBot, { key: shareKey }))
  return (
    <Panel id="sharing" title={t('botPage.sharing')} text={t('botPage.sharingText')}>
      {address && (
        <label className="bot-share">
          {t('botPage.shareLink')}
          <input type="text" readOnly value={address} />
        </label>
      )}
      <form method="post" action={localised(locale, href(paths.botSharing, { id }))} className="bot-controls">
        <SubmitButton kind="quiet" name="share" value="make" icon="i-lucide-link">
          {t(address ? 'botPage.shareNew' : 'botPage.shareMake')}
        </SubmitButton>
        {address && (
          <SubmitButton kind="quiet" name="share" value="revoke" icon="i-lucide-unlink">
            {t('botPage.shareRevoke')}
          </SubmitButton>
        )}
      </form>
    </Panel>
  )
}

function Removal({ row }: Pick<BotOwnerProps, 'row'>) {
  const { locale, t } = useLocale()
  return (
    <Panel id="removal" title={t('botPage.removal')} text={t('botPage.removalText')}>
      {isAlive(row) ? (
        <p className="panel-text">{t('botPage.removalRuns')}</p>
      ) : (
        <Confirm className="bot-confirm" label={`${t('botPage.removal')}…`}>
          <form method="post" action={localised(locale, href(paths.botRemoval, { id: row.id }))}>
            <SubmitButton kind="danger" icon="i-lucide-trash-2">
              {t('botPage.removalSure')}
            </SubmitButton>
          </form>
        </Confirm>
      )}
    </Panel>
  )
}

/** Section with the plan of the bot and its changes. @param revisions  newest first */
function BotPlan({ view, revisions }: { view: BotView; revisions: readonly Revision[] }) {
  const { locale, t } = useLocale()
  return (
    <Panel id="plan" title={t('botPage.plan')}>
      <dl className="tiles bot-tiles">
        {settingsOf(t, locale, view.plan).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <RulesOf view={view} />
      <ol className="bot-revisions">
        {revisions.map((revision, index) => (
          <li key={revision.revision}>
            <RevisionText
              revision={revision}
              before={revisions[index + 1]}
              isPlayed={revision.revision === view.row.playedRevision && view.row.startedAt !== null}
            />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** The text of a bot's own rules, its explanation, and a link that creates a bot with the same settings. */
function RulesOf({ view }: { view: BotView }) {
  const { locale, t } = useLocale()
  const { strategy, params } = view.plan
  if (strategy !== rulesId || typeof params !== 'object' || params === null || !('text' in params)) return null
  const { row, plan } = view
  const { name: _, ...settings } = valuesOf(locale, { row, plan })
  const { text, ...marks } = params as { readonly [name: string]: Json }
  return (
    <section className="rules-reading" aria-label={t('botForm.params.rules.text.label')}>
      <pre lang="en">{String(text)}</pre>
      <RulesReading text={String(text)} marks={marks as Marks} />
      <p className="field-hint">
        <a href={localised(locale, newBotAddress(settings))}>{t('rules.clone')}</a>
      </p>
    </section>
  )
}

interface RevisionTextProps {
  revision: Revision
  before: Revision | undefined
  isPlayed: boolean
}

function RevisionText({ revision: { revision, plan, createdAt, playedAfter }, before, isPlayed }: RevisionTextProps) {
  const { locale, t } = useLocale()
  const none = t('botPage.none')
  const changes = before && changesBetween(settingsOf(t, locale, before.plan), settingsOf(t, locale, plan))
  const played = playedAfter !== null && t('botPage.played', { at: formatTime(locale, playedAfter + minuteMs) })
  return (
    <>
      <p>
        <b>{t('botPage.revision', { revision })}</b>{' '}
        <span className="bot-minor">
          {[t('botPage.made', { at: formatTime(locale, createdAt) }), played || (!isPlayed && t('botPage.notPlayed'))]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      {!changes && <p className="panel-text">{t('botPage.firstRevision')}</p>}
      {changes?.length === 0 && <p className="panel-text">{t('botPage.unchanged')}</p>}
      {changes && changes.length > 0 && (
        <ul>
          {changes.map(({ name, from = none, to = none }) => (
            <li key={name}>
              {name}: {from} → {to}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
