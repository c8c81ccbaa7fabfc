import { useLocale } from '../../i18n/context.tsx'
import { type Locale, languageNames, locales } from '../../i18n/locales.ts'
import type { LocaleTexts } from '../../telegram/message/content.ts'
import { Icon } from '../../ui/icon.tsx'
import type { ContentProblem } from '../content.ts'
import { type Filled, FormControl } from '../form/form-control.tsx'
import { variantField } from './read-variants.ts'
import { letterOf, mostVariants, trialHours, trialPercents } from './variants.ts'

export interface VariantTextsProps {
  texts: readonly LocaleTexts[]
  problems: readonly ContentProblem[]
}

/** Plain fields for further texts; all else of the message is the same. */
export function VariantTexts({ texts, problems }: VariantTextsProps) {
  const { t } = useLocale()
  return texts.map((text, index) => {
    const letter = letterOf(index + 1)
    const isOpen = index === 0 || Object.keys(text).length > 0
    return (
      <details key={letter} className="broadcast-variant" open={isOpen || undefined}>
        <summary>{t('broadcast.variants.letter', { letter })}</summary>
        <div className="broadcast-variant-texts">
          {locales.map((locale) => (
            <VariantText key={locale} index={index} locale={locale} text={text[locale] ?? ''} problems={problems} />
          ))}
        </div>
        <Problems of={problems.filter(({ field }) => field === `variants.${index}.text`)} />
      </details>
    )
  })
}

/** Texts, who tries them, and when the most clicked one wins. */
export function VariantFields({ texts, problems, ...filled }: VariantTextsProps & Filled) {
  const { t } = useLocale()
  const shown = Array.from({ length: mostVariants - 1 }, (_, index) => texts[index] ?? {})
  const number = { type: 'number', inputMode: 'numeric', step: 1 } as const
  return (
    <details className="panel broadcast-variants" open={texts.length > 0 || undefined}>
      <summary>
        <h2>{t('broadcast.variants.title')}</h2>
      </summary>
      <p className="field-hint">{t('broadcast.variants.hint')}</p>
      <VariantTexts texts={shown} problems={problems} />
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

interface VariantTextProps {
  index: number
  locale: Locale
  text: string
  problems: readonly ContentProblem[]
}

function VariantText({ index, locale, text, problems }: VariantTextProps) {
  const { t } = useLocale()
  const name = variantField(index + 1, locale)
  const id = name.replaceAll('.', '-')
  const own = problems.filter(({ field, isNote }) => field === `variants.${index}.text.${locale}` && !isNote)
  return (
    <div className="field">
      <label htmlFor={id}>
        {t('broadcast.variants.text', { letter: letterOf(index + 1), language: languageNames[locale] })}
      </label>
      <textarea
        id={id}
        name={name}
        lang={locale}
        rows={6}
        defaultValue={text}
        aria-invalid={own.length > 0 || undefined}
        aria-describedby={own.length > 0 ? `${id}-error` : undefined}
      />
      <div id={`${id}-error`}>
        <Problems of={own} />
      </div>
    </div>
  )
}

function Problems({ of }: { of: readonly ContentProblem[] }) {
  const { t } = useLocale()
  return of.map(({ key, params, telegram }) => (
    <p key={key} className="field-error">
      <Icon name="i-lucide-circle-alert" />
      {t(key, params)}
      {telegram && <q lang="en">{telegram}</q>}
    </p>
  ))
}
