import { useLocale } from '../../../i18n/context.tsx'
import { languageNames, locales, localised } from '../../../i18n/locales.ts'
import { href, paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { type BroadcastRow, waitsForApproval } from '../../broadcast.ts'
import { isSeriesActPossible } from '../series.ts'
import type { SeriesView } from './series-view.ts'

interface StepActsProps {
  view: SeriesView
  step: BroadcastRow
}

/** The acts that are possible for a step now, as forms that work without JavaScript. */
export function StepActs({ view, step }: StepActsProps) {
  const { locale, t } = useLocale()
  const { row, by, isConnected, hasOwnChat } = view
  const place = { id: row.id, step: String((step.seriesPosition ?? 0) + 1) }
  const canEdit = isSeriesActPossible('edit', row)
  const isOwn = step.editedBy === by
  return (
    <>
      {canEdit && waitsForApproval(step) && isOwn && <p className="field-hint">{t('series.waitsForOther')}</p>}
      <div className="broadcast-acts">
        {canEdit && waitsForApproval(step) && !isOwn && (
          <form method="post" action={localised(locale, href(paths.seriesStepApproval, place))}>
            <input type="hidden" name="id" value={step.id} />
            <input type="hidden" name="revision" value={step.revision} />
            <SubmitButton icon="i-lucide-check">{t('series.acts.approve')}</SubmitButton>
          </form>
        )}
        {canEdit && (
          <Button href={localised(locale, href(paths.seriesStep, place))} kind="quiet" icon="i-lucide-pencil">
            {t('series.acts.edit')}
          </Button>
        )}
        {isSeriesActPossible('arrange', row) && view.steps.length > 1 && <MoveForm view={view} step={step} />}
        {isConnected && hasOwnChat && (
          <form className="series-test" method="post" action={localised(locale, href(paths.seriesStepTest, place))}>
            <span>{t('series.testTo')}</span>
            {locales.map((each) => (
              <SubmitButton key={each} kind="quiet" icon="i-lucide-send" name="locale" value={each}>
                {languageNames[each]}
              </SubmitButton>
            ))}
          </form>
        )}
      </div>
    </>
  )
}

function MoveForm({ view: { row, steps }, step }: StepActsProps) {
  const { locale, t } = useLocale()
  const position = step.seriesPosition ?? 0
  const name = t('series.step', { step: position + 1 })
  const ways = [
    ['up', '↑', position === 0],
    ['down', '↓', position === steps.length - 1],
  ] as const
  const action = localised(locale, href(paths.seriesStepPlace, { id: row.id, step: String(position + 1) }))
  return (
    <form className="series-move" method="post" action={action}>
      <input type="hidden" name="id" value={step.id} />
      {ways.map(([way, sign, isDisabled]) => {
        const label = `${name}: ${t(`series.acts.${way}`)}`
        return (
          <button
            key={way}
            type="submit"
            className="editor-tool"
            name="way"
            value={way}
            aria-label={label}
            title={label}
            disabled={isDisabled}
          >
            {sign}
          </button>
        )
      })}
    </form>
  )
}
