import { type Locale, locales } from '../../i18n/locales.ts'
import type { LocaleTexts } from '../../telegram/message/content.ts'
import type { BroadcastContent } from '../content.ts'
import { maxVariants } from '../variant-limits.ts'

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
