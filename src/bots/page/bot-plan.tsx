import { useLocale } from '../../i18n/context.tsx'
import { formatTime } from '../../i18n/format.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { Panel } from '../../ui/panels/panel.tsx'
import type { BotView, Revision } from './bot-view.ts'
import { changesBetween, settingsOf } from './plan-text.ts'

/** @param revisions  newest first */
export function BotPlan({ view, revisions }: { view: BotView; revisions: readonly Revision[] }) {
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
