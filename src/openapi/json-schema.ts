import { z } from 'zod'
import { isMessageKey, type Translate } from '../i18n/translate.ts'

export type JsonSchema = { [member: string]: unknown }

/** Converts a schema. Descriptions are dictionary keys and get translated; outputs may gain properties later. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output', t: Translate): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: part }) => {
      if (part.description !== undefined && isMessageKey(part.description)) part.description = t(part.description)
      if (io === 'output' && part.additionalProperties === false) delete part.additionalProperties
      if (part.prefixItems?.every(isNumber)) {
        // Client generators rarely support tuples, but do support arrays of numbers.
        delete part.prefixItems
        part.items = { type: 'number' }
      }
      // Bounds that add nothing to the type.
      if (part.maximum === Number.MAX_SAFE_INTEGER) delete part.maximum
      if (part.minimum === Number.MIN_SAFE_INTEGER) delete part.minimum
    },
  })
  return made
}

function isNumber(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'type' in part && /^(number|integer)$/.test(String(part.type))
}
