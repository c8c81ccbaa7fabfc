import { useLocale } from '../../i18n/context.tsx'
import { abTestHours, abTestPercents } from '../variant-limits.ts'
import { FormControl, type FormState } from './form-control.tsx'

export function AbTestFields({ isOpen, ...filled }: { isOpen: boolean } & FormState) {
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
              min={abTestPercents.least}
              max={abTestPercents.most}
              defaultValue={defaultValue || abTestPercents.usual}
            />
          )}
        </FormControl>
        <FormControl
          {...filled}
          name="trialHours"
          label={t('broadcast.variants.hours')}
          hint={t('broadcast.variants.hoursHint')}
        >
          {(control) => <input {...control} {...number} min={abTestHours.least} max={abTestHours.most} />}
        </FormControl>
      </div>
    </details>
  )
}
