import { useLocale } from '../i18n/context.tsx'
import type { Instrument } from '../market/instrument.ts'
import { FormKey } from '../pages/form-key.tsx'
import { FormProblem } from '../pages/form-problem.tsx'
import { type FormState, focusedField } from '../pages/form-state.ts'
import { Field } from '../ui/field.tsx'
import { FieldError } from '../ui/field-error.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { maxNoteLength } from './alert-form.ts'

export interface NewAlertProps {
  action: string
  form: FormState
  /** Assets to choose from; without this list, the URL names the asset */
  instruments?: readonly Instrument[] | undefined
  hint: string
}

const kinds = ['level', 'percent'] as const

export function NewAlert({ action, form, instruments, hint }: NewAlertProps) {
  const { t } = useLocale()
  const { values, errors, problem } = form
  const focused = focusedField(form, ['asset', 'value', 'note'])
  const chosen = values.kind === 'percent' ? 'percent' : 'level'
  return (
    <form className="form alert-form" method="post" action={action}>
      <FormProblem text={problem} />
      <FormKey />
      {instruments && (
        <div className="field">
          <label htmlFor="asset-field">{t('alerts.asset')}</label>
          <select id="asset-field" name="asset" className="field-select" defaultValue={values.asset}>
            {instruments.map(({ asset, name }) => (
              <option key={asset} value={asset}>
                {asset} · {name}
              </option>
            ))}
          </select>
          <FieldError text={errors.asset} isAlert />
        </div>
      )}
      <fieldset className="field">
        <legend>{t('alerts.kind')}</legend>
        <div className="choices">
          {kinds.map((kind) => (
            <label key={kind} className="choice">
              <input type="radio" name="kind" value={kind} defaultChecked={kind === chosen} />
              {t(`alerts.kinds.${kind}`)}
            </label>
          ))}
        </div>
        <FieldError text={errors.kind} isAlert />
      </fieldset>
      <Field
        name="value"
        label={t('alerts.value')}
        value={values.value}
        error={errors.value}
        hint={hint}
        isFocused={focused === 'value'}
        isRequired
        isPlain
        autoComplete="off"
        maxLength={40}
      />
      <Field
        name="note"
        label={t('alerts.note')}
        value={values.note}
        error={errors.note}
        hint={t('alerts.noteHint')}
        isFocused={focused === 'note'}
        autoComplete="off"
        maxLength={maxNoteLength}
      />
      <SubmitButton icon="i-lucide-bell-plus">{t('alerts.create')}</SubmitButton>
    </form>
  )
}
