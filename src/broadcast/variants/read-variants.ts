import { type Locale, locales } from '../../i18n/locales.ts'
import type { LocaleTexts } from '../../telegram/message/content.ts'
import type { BroadcastRow } from '../broadcast.ts'
import type { BroadcastContent } from '../content.ts'
import type { FieldErrors, FieldValues } from '../form/field-values.ts'
import { abTestHours, abTestPercents, maxVariants } from './limits.ts'
import { countsClicks } from './variants.ts'

export type AbTestSettings = Pick<BroadcastRow, 'trialPercent' | 'trialMinutes'>

/** Field name of the second and further variants: `variant.1.ru` */
export const variantField = (variant: number, locale: Locale): string => `variant.${variant}.${locale}`

/** Max characters, as for the first text */
const maxText = 20_000

/** Reads the further texts of a form, up to `maxVariants` in total, including blank ones. */
export function variantTextsIn(sent: Readonly<Record<string, unknown>>): LocaleTexts[] {
  return Array.from({ length: maxVariants - 1 }, (_, index) =>
    Object.fromEntries(
      locales.flatMap((locale) => {
        const value = [sent[variantField(index + 1, locale)]].flat().at(-1)
        const text = typeof value === 'string' ? value.replaceAll('\r\n', '\n').slice(0, maxText) : ''
        return text.trim() === '' ? [] : [[locale, text]]
      }),
    ),
  )
}

/** Keeps the written texts; a blank one between them is dropped. */
export function withVariants(content: BroadcastContent, texts: readonly LocaleTexts[]): BroadcastContent {
  const { variants: _, ...whole } = content
  const written = texts.filter((text) => Object.keys(text).length > 0)
  return written.length > 0 ? { ...whole, variants: written } : whole
}

/** Without variants there is no A/B test, whatever the fields say. */
export function readAbTest(values: FieldValues, content: BroadcastContent, errors: FieldErrors): AbTestSettings {
  if (!content.variants) return { trialPercent: null, trialMinutes: null }
  const { trialPercent = '', trialHours: hours = '' } = values
  const percent = wholeIn(trialPercent, abTestPercents)
  if (percent === undefined) errors.trialPercent = 'broadcast.variants.percentWrong'
  const isByHand = hours.trim() === ''
  const after = isByHand ? undefined : wholeIn(hours, abTestHours)
  if (!isByHand && after === undefined) errors.trialHours = 'broadcast.variants.hoursWrong'
  if (!isByHand && !countsClicks(content)) errors.trialHours = 'broadcast.variants.noClicks'
  return { trialPercent: percent ?? abTestPercents.usual, trialMinutes: after === undefined ? null : after * 60 }
}

export function abTestValues({ trialPercent, trialMinutes }: AbTestSettings): FieldValues {
  return {
    trialPercent: trialPercent === null ? '' : String(trialPercent),
    trialHours: trialMinutes === null ? '' : String(Math.round(trialMinutes / 60)),
  }
}

function wholeIn(text: string, { least, most }: { least: number; most: number }): number | undefined {
  const value = Number(text)
  return text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most ? value : undefined
}
