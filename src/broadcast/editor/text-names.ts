import type { Locale } from '../../i18n/locales.ts'
import { variantField } from '../variants/read-variants.ts'

export const textField = (variant: number, locale: Locale): string =>
  variant === 0 ? `text.${locale}` : variantField(variant, locale)

/** Where the problems of one of a message's texts are told, those of a language below it */
export const textProblems = (variant: number): string => (variant === 0 ? 'text' : `variants.${variant - 1}.text`)
