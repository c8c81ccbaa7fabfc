import { FormProblem } from '../../auth/form-problem.tsx'
import { type FormState, focusedField } from '../../auth/form-state.ts'
import { useLocale } from '../../i18n/context.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import type { Instrument } from '../instrument.ts'
import { longestNote } from './alert-form.ts'

export interface NewAlertProps {
  action: string
  form: FormState
  /** To choose from; without them the address says which asset it is */
  instruments?: readonly Instrument[] | undefined
  /** About the value, below its field */
  hint: string
}

const kinds = ['level', 'percent'] as const

/** The form of a new alert. */
export function NewAlert({ action, form, instruments, hint }: NewAlertProps) {
  const { t } = useLocale()
  const { values, errors, problem } = form
  const focused = focusedField(form, ['asset', 'value', 'note'])
  const chosen = values.kind === 'percent' ? 'percent' : 'level'
  return (
    <form className="form alert-form" method="post" action={action}>
      <FormProblem text={problem} />
      {instruments && (
        <div className="field">
          <label htmlFor="asset-field">{t('enigma.asset')}</label>
          <select id="asset-field" name="asset" className="alert-select" defaultValue={values.asset}>
            {instruments.map(({ asset, name }) => (
              <option key={asset} value={asset}>
                {asset} · {name}
              </option>
            ))}
          </select>
          {errors.asset && <FieldError text={errors.asset} />}
        </div>
      )}
      <fieldset className="field">
        <legend>{t('enigma.alerts.kind')}</legend>
        <div className="choices">
          {kinds.map((kind) => (
            <label key={kind} className="choice">
              <input type="radio" name="kind" value={kind} defaultChecked={kind === chosen} />
              {t(`enigma.alerts.kinds.${kind}`)}
            </label>
          ))}
        </div>
        {errors.kind && <FieldError text={errors.kind} />}
      </fieldset>
      <Field
        name="value"
        label={t('enigma.alerts.value')}
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
        label={t('enigma.alerts.note')}
        value={values.note}
        error={errors.note}
        hint={t('enigma.alerts.noteHint')}
        isFocused={focused === 'note'}
        autoComplete="off"
        maxLength={longestNote}
      />
      <SubmitButton icon="i-lucide-bell-plus">{t('enigma.alerts.create')}</SubmitButton>
    </form>
  )
}

function FieldError({ text }: { text: string }) {
  return (
    <p className="field-error" role="alert">
      <Icon name="i-lucide-circle-alert" />
      {text}
    </p>
  )
}
