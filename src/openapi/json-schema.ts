import { z } from 'zod'
import { isMessageKey, type Translate } from '../i18n/translate.ts'

export type JsonSchema = { [member: string]: unknown }

/**
 * Converts a schema to JSON Schema. Descriptions are dictionary keys and get translated; outputs may gain properties
 * later.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output', t: Translate): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: part }) => {
      if (part.description !== undefined && isMessageKey(part.description)) part.description = t(part.description)
      if (io === 'output' && part.additionalProperties === false) delete part.additionalProperties
      if (part.prefixItems?.every(isNumber)) {
        // Converts tuples to arrays of numbers, because client generators rarely support tuples.
        delete part.prefixItems
        part.items = { type: 'number' }
      }
      // Removes bounds that add nothing to the integer type.
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum
    },
  })
  return made
}

function isNumber(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'type' in part && /^(number|integer)$/.test(String(part.type))
}
