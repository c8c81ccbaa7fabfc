import { z } from 'zod'
import { isMessageKey, type Translate } from '../i18n/translate.ts'

export type JsonSchema = { [member: string]: unknown }

/** Descriptions are keys of the dictionaries; answers may have more than they have today. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output', t: Translate): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: part }) => {
      if (part.description !== undefined && isMessageKey(part.description)) part.description = t(part.description)
      if (io === 'output' && part.additionalProperties === false) delete part.additionalProperties
      if (part.prefixItems?.every(isNumber)) {
        // As generators of clients know rows of numbers: few of them read tuples.
        delete part.prefixItems
        part.items = { type: 'number' }
      }
      // Bounds that say no more than the type.
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum
    },
  })
  return made
}

function isNumber(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'type' in part && /^(number|integer)$/.test(String(part.type))
}
