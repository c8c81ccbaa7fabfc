import type { JsonSchema } from './json-schema.ts'

export interface SchemaRow {
  /** Name of the part, such as `tokens[].id`; empty for the root */
  name: string
  type: string
  isRequired: boolean
  description: string | undefined
}

/** Max depth of rows, more than any schema of ours has */
const deepest = 4

/** Flattens a schema in order. A part with a description has its own row before those of its members. */
export function schemaRows(schema: JsonSchema, name = '', isRequired = true, depth = 0): SchemaRow[] {
  const description = typeof schema.description === 'string' ? schema.description : undefined
  const parts = depth < deepest ? partsOf(schema, name, depth) : []
  if (parts.length > 0 && description === undefined && (name === '' || name.endsWith('[]'))) return parts
  return [{ name, type: typeText(schema), isRequired, description }, ...parts]
}

function partsOf(schema: JsonSchema, name: string, depth: number): SchemaRow[] {
  const properties = memberOf(schema.properties)
  if (properties) {
    const required: unknown[] = Array.isArray(schema.required) ? schema.required : []
    const prefix = name === '' ? '' : `${name}.`
    return Object.entries(properties).flatMap(([key, part]) => {
      return schemaRows(memberOf(part) ?? {}, prefix + key, required.includes(key), depth + 1)
    })
  }
  const items = memberOf(schema.items)
  return items?.properties ? schemaRows(items, `${name}[]`, true, depth + 1) : []
}

/** Describes a type: `integer 1…1000`, `"a" | "b"`, `[integer, number]` */
export function typeText(schema: JsonSchema): string {
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray)
  if (choices) return choices.map((choice) => typeText(memberOf(choice) ?? {})).join(' | ')
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.prefixItems)) {
    return `[${schema.prefixItems.map((part) => typeText(memberOf(part) ?? {})).join(', ')}]`
  }
  const type = typeof schema.type === 'string' ? schema.type : 'any'
  if (type === 'array') {
    const items = memberOf(schema.items)
    return items && !items.properties ? `array of ${typeText(items)}` : 'array'
  }
  const { minimum, maximum } = schema
  if (minimum === undefined && maximum === undefined) return type
  return `${type} ${minimum ?? ''}…${maximum ?? ''}`
}

function memberOf(value: unknown): JsonSchema | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
}
