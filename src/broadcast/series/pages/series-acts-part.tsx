import { useLocale } from '../../../i18n/context.tsx'
import { localised } from '../../../i18n/locales.ts'
import { href, paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { maySeries, type SeriesRow } from '../series.ts'

/** What may be done now. Forms: every one works without JavaScript. */
export function SeriesActs({ row, canStart }: { row: SeriesRow; canStart: boolean }) {
  const { locale, t } = useLocale()
  const to = (path: typeof paths.seriesAct | typeof paths.seriesStart) => localised(locale, href(path, { id: row.id }))
  const revision = <input type="hidden" name="revision" value={row.revision} />
  return (
    <>
      <p className="field-hint">{t('series.editHint')}</p>
      <div className="broadcast-acts">
        {canStart && row.state !== 'running' && (
          <form method="post" action={to(paths.seriesStart)}>
            {revision}
            <SubmitButton icon="i-lucide-play">{t('series.acts.start')}</SubmitButton>
          </form>
        )}
        {maySeries('stop', row) && (
          <form method="post" action={to(paths.seriesAct)}>
            {revision}
            <SubmitButton kind="quiet" icon="i-lucide-pause" name="act" value="stop">
              {t('series.acts.stop')}
            </SubmitButton>
          </form>
        )}
        {maySeries('edit', row) && (
          <Button href={localised(locale, href(paths.seriesEdit, { id: row.id }))} kind="quiet" icon="i-lucide-pencil">
            {t('series.acts.edit')}
          </Button>
        )}
        {maySeries('remove', row) && (
          <details className="broadcast-sure">
            <summary className="button button-quiet">{t('series.acts.remove')}…</summary>
            <form method="post" action={to(paths.seriesAct)}>
              {revision}
              <p>{t('series.sure')}</p>
              <SubmitButton kind="danger" icon="i-lucide-trash-2" name="act" value="remove">
                {t('broadcast.sure.yes', { act: t('series.acts.remove') })}
              </SubmitButton>
            </form>
          </details>
        )}
      </div>
    </>
  )
}
