import { useLocale } from '../../../i18n/context.tsx'
import { localised } from '../../../i18n/locales.ts'
import { FormKey } from '../../../pages/form-key.tsx'
import { href, paths } from '../../../paths.ts'
import { SubmitButton } from '../../../ui/button.tsx'
import { AdminLayout } from '../../../ui/layouts/app.tsx'
import { MessageFields, type MessageFieldsProps } from '../../editor/message-fields.tsx'
import { FormHead, Switch } from '../../form/form-parts.tsx'
import type { SeriesRow } from '../series.ts'
import type { delayUnits } from './series-form.ts'
import { SeriesField, type SeriesFormState } from './series-form-page.tsx'

export interface StepPageProps extends SeriesFormState {
  row: SeriesRow
  title: string
  /** Path that the form is sent to, without the locale prefix */
  path: string
  message: MessageFieldsProps
  /** Id and revision of the step that was shown; none for a new step */
  shown?: { id: string; revision: number } | undefined
  isHeld: boolean
  /** Path that removes the step, without the locale prefix, and the step's id; absent if it cannot be removed */
  removal?: { path: string; id: string } | undefined
  problem?: string | undefined
}

const units = ['minutes', 'hours', 'days'] as const satisfies (keyof typeof delayUnits)[]

export function StepPage(props: StepPageProps) {
  const { row, title, path, message, shown, isHeld, removal, problem, ...filled } = props
  const { locale, t } = useLocale()
  const crumbs = [
    { title: t('series.title'), path: localised(locale, paths.allSeries) },
    { title: row.name, path: localised(locale, href(paths.series, { id: row.id })) },
  ]
  return (
    <AdminLayout>
      <FormHead crumbs={crumbs} title={title} problem={problem} />
      <form className="broadcast-form" method="post" action={localised(locale, path)}>
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
          {t('series.save')}
        </button>
        {shown ? (
          <>
            <input type="hidden" name="id" value={shown.id} />
            <input type="hidden" name="revision" value={shown.revision} />
          </>
        ) : (
          <FormKey />
        )}
        <div className="broadcast-quiet">
          <SeriesField {...filled} name="delay" label={t('series.delay')} hint={t('series.delayHint')}>
            {(control) => <input {...control} type="number" min={0} step={1} />}
          </SeriesField>
          <SeriesField {...filled} name="unit" label={t('series.unit')}>
            {(control) => (
              <select {...control}>
                {units.map((unit) => (
                  <option key={unit} value={unit}>
                    {t(`series.units.${unit}`)}
                  </option>
                ))}
              </select>
            )}
          </SeriesField>
        </div>
        <MessageFields {...message} />
        <Switch
          name="needsApproval"
          label={t('series.needsApproval')}
          hint={t('series.needsApprovalHint')}
          isFixed={isHeld}
          values={{ needsApproval: filled.values.needsApproval ?? '' }}
          errors={{}}
        />
        <div className="broadcast-acts">
          <SubmitButton icon="i-lucide-save">{t('series.save')}</SubmitButton>
        </div>
      </form>
      {removal && (
        <form method="post" action={localised(locale, removal.path)}>
          <input type="hidden" name="id" value={removal.id} />
          <SubmitButton kind="danger" icon="i-lucide-trash-2">
            {t('series.acts.removeStep')}
          </SubmitButton>
        </form>
      )}
    </AdminLayout>
  )
}
