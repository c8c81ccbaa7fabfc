import type { Locale } from '../../i18n/locales.ts'
import { variantField } from '../variants/read-variants.ts'

export const textField = (variant: number, locale: Locale): string =>
  variant === 0 ? `text.${locale}` : variantField(variant, locale)

/** Field of the problems of one text; the problems of a language have the locale appended */
export const textProblems = (variant: number): string => (variant === 0 ? 'text' : `variants.${variant - 1}.text`)
