import { useLocale } from '../../i18n/context.tsx'
import { Choice, FormControl, type FormState, Switch } from './form-control.tsx'

export interface DeliveryFieldsProps extends FormState {
  /** Whether approval is already required, which cannot be undone */
  isHeld: boolean
}

export function DeliveryFields({ isHeld, ...filled }: DeliveryFieldsProps) {
  const { t } = useLocale()
  return (
    <fieldset className="panel broadcast-fields">
      <legend>{t('broadcast.form.delivery')}</legend>
      <Choice
        {...filled}
        name="onUnknown"
        label={t('broadcast.form.onUnknown')}
        hint={t('broadcast.form.onUnknownHint')}
        options={[
          ['hold', t('broadcast.form.onUnknowns.hold')],
          ['resend', t('broadcast.form.onUnknowns.resend')],
        ]}
      />
      <div className="broadcast-quiet">
        <FormControl
          {...filled}
          name="quietFrom"
          label={t('broadcast.form.quietFrom')}
          hint={t('broadcast.form.quietHint')}
        >
          {(control) => <input {...control} type="time" />}
        </FormControl>
        <FormControl {...filled} name="quietTo" label={t('broadcast.form.quietTo')}>
          {(control) => <input {...control} type="time" />}
        </FormControl>
      </div>
      <Switch {...filled} name="isPaid" label={t('broadcast.form.paid')} hint={t('broadcast.form.paidHint')} />
      <Switch
        {...filled}
        name="needsApproval"
        label={t('broadcast.form.needsApproval')}
        hint={t('broadcast.form.needsApprovalHint')}
        isFixed={isHeld}
      />
    </fieldset>
  )
}
