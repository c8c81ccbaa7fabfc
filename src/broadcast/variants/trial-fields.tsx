import { useLocale } from '../../i18n/context.tsx'
import { type Filled, FormControl } from '../form/form-control.tsx'
import { trialHours, trialPercents } from './limits.ts'

export function TrialFields({ isOpen, ...filled }: { isOpen: boolean } & Filled) {
  const { t } = useLocale()
  const number = { type: 'number', inputMode: 'numeric', step: 1 } as const
  return (
    <details className="panel broadcast-variants" open={isOpen || undefined}>
      <summary>
        <h2>{t('broadcast.variants.title')}</h2>
      </summary>
      <p className="field-hint">{t('broadcast.variants.hint')}</p>
      <div className="broadcast-quiet">
        <FormControl {...filled} name="trialPercent" label={t('broadcast.variants.percent')}>
          {({ defaultValue, ...control }) => (
            <input
              {...control}
              {...number}
              min={trialPercents.least}
              max={trialPercents.most}
              defaultValue={defaultValue || trialPercents.usual}
            />
          )}
        </FormControl>
        <FormControl
          {...filled}
          name="trialHours"
          label={t('broadcast.variants.hours')}
          hint={t('broadcast.variants.hoursHint')}
        >
          {(control) => <input {...control} {...number} min={trialHours.least} max={trialHours.most} />}
        </FormControl>
      </div>
    </details>
  )
}
