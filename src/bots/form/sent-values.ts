import { z } from 'zod'
import type { AnyStrategy } from '../engine/strategy.ts'
import { findStrategy } from '../strategies/catalog.ts'
import { fieldsOf } from './bot-fields.ts'
import type { FieldValues } from './field-values.ts'

const maxValue = 200

/** If a field is sent more than once, the last value wins: a checked checkbox follows its hidden `no`. */
const sentValue = z
  .union([z.string(), z.array(z.string()).transform((texts) => texts.at(-1) ?? '')])
  .transform((text) => text.slice(0, maxValue))

export const sentForm = z.record(z.string(), sentValue)

export function valuesIn(queries: Record<string, string[]>): FieldValues {
  return sentForm.parse(queries)
}

/** Field names that every bot has in addition to `fieldsOf` */
const namesOfAll = ['name', 'strategy', 'asset', 'tf']

export function fieldsFrom(
  values: FieldValues,
  strategy: AnyStrategy | undefined = findStrategy(values.strategy ?? ''),
) {
  const names = [...namesOfAll, ...(strategy ? fieldsOf(strategy).map(({ name }) => name) : [])]
  const known = names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]] as const]))
  return Object.fromEntries(known)
}
