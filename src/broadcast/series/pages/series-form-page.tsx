import type { ReactNode } from 'react'
import { useLocale } from '../../../i18n/context.tsx'
import { localised } from '../../../i18n/locales.ts'
import { FormKey } from '../../../pages/form-key.tsx'
import { paths } from '../../../paths.ts'
import { SubmitButton } from '../../../ui/button.tsx'
import { AdminLayout } from '../../../ui/layouts/app.tsx'
import { type ControlProps, FieldFrame, FormHead } from '../../form/form-parts.tsx'
import { maxSeriesName } from '../series.ts'
import { byStart, type SeriesField as FieldName, type SeriesErrors, type SeriesValues } from './series-form.ts'

export interface SeriesFormPageProps extends SeriesFormState {
  title: string
  /** Path that the form is sent to, without the locale prefix */
  path: string
  revision: number
  clickable: readonly { id: string; name: string }[]
  problem?: string | undefined
}

export function SeriesFormPage({ title, path, revision, clickable, problem, ...filled }: SeriesFormPageProps) {
  const { locale, t } = useLocale()
  return (
    <AdminLayout>
      <FormHead
        crumbs={[{ title: t('series.title'), path: localised(locale, paths.allSeries) }]}
        title={title}
        problem={problem}
      />
      <form className="broadcast-form" method="post" action={localised(locale, path)}>
        <input type="hidden" name="revision" value={revision} />
        <FormKey />
        <SeriesField {...filled} name="name" label={t('series.name')} hint={t('ui.upTo', { max: maxSeriesName })}>
          {(control) => <input {...control} type="text" maxLength={maxSeriesName} autoComplete="off" />}
        </SeriesField>
        <SeriesField {...filled} name="trigger" label={t('series.begins')}>
          {(control) => (
            <select {...control}>
              <option value={byStart}>{t('series.begin.start')}</option>
              {clickable.map(({ id, name }) => (
                <option key={id} value={id}>
                  {t('series.begin.click', { name })}
                </option>
              ))}
            </select>
          )}
        </SeriesField>
        <SeriesField {...filled} name="button" label={t('series.button')} hint={t('series.buttonHint')}>
          {(control) => <input {...control} type="number" min={1} max={100} step={1} />}
        </SeriesField>
        <div className="broadcast-quiet">
          <SeriesField {...filled} name="quietFrom" label={t('series.quietFrom')} hint={t('series.quietHint')}>
            {(control) => <input {...control} type="time" />}
          </SeriesField>
          <SeriesField {...filled} name="quietTo" label={t('series.quietTo')}>
            {(control) => <input {...control} type="time" />}
          </SeriesField>
        </div>
        <div className="broadcast-acts">
          <SubmitButton icon="i-lucide-save">{t('series.save')}</SubmitButton>
        </div>
      </form>
    </AdminLayout>
  )
}

export interface SeriesFormState {
  values: SeriesValues
  errors: SeriesErrors
}

interface SeriesFieldProps extends SeriesFormState {
  name: FieldName
  label: string
  hint?: string
  children(control: ControlProps<FieldName>): ReactNode
}

export function SeriesField({ values, errors, ...frame }: SeriesFieldProps) {
  const { t } = useLocale()
  const error = errors[frame.name]
  return <FieldFrame {...frame} value={values[frame.name]} error={error && t(error)} />
}
