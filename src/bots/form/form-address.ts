import { paths } from '../../paths.ts'
import type { FieldValues } from './field-values.ts'
import { fieldsFrom } from './sent-values.ts'

/** Returns the path of the form for a new bot with these values, without the locale prefix. */
export function newBotAddress(values: FieldValues): string {
  return withFields(paths.newBot, fieldsFrom(values))
}

export function backtestAddress(values: FieldValues): string {
  return withFields(paths.botTrial, fieldsFrom(values))
}

export function withFields(path: string, values: FieldValues): string {
  const query = new URLSearchParams(values).toString()
  return query === '' ? path : `${path}?${query}`
}
