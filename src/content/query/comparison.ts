import { type CompareOperator, type Comparison, compareOperators } from './ast.ts'

export type QueryValue = string | number | boolean

type WordOperator = 'LIKE' | 'NOT LIKE' | 'IN' | 'NOT IN' | 'BETWEEN' | 'NOT BETWEEN' | 'IS NULL' | 'IS NOT NULL'

export type Operator = CompareOperator | WordOperator | Lowercase<WordOperator>

/** As in Nuxt Content, only comparison operators convert a boolean to `1` or `0`. Errors use its wording. */
export function toComparison(
  column: string,
  typed: Operator,
  value: QueryValue | QueryValue[] | undefined,
): Comparison {
  const operator = typed.toUpperCase()
  switch (operator) {
    case 'IN':
    case 'NOT IN':
      if (!Array.isArray(value)) throw new TypeError(`Value for ${typed} must be an array`)
      return { kind: 'in', column, operator, values: value.map(String) }
    case 'BETWEEN':
    case 'NOT BETWEEN': {
      const [from, to, ...others] = Array.isArray(value) ? value : []
      if (from === undefined || to === undefined || others.length > 0) {
        throw new Error(`Value for ${typed} must be an array with two elements`)
      }
      return { kind: 'between', column, operator, from: String(from), to: String(to) }
    }
    case 'IS NULL':
    case 'IS NOT NULL':
      return { kind: 'null', column, operator }
    case 'LIKE':
    case 'NOT LIKE':
      return { kind: 'like', column, operator, value: String(value) }
    default: {
      const known = compareOperators.find((candidate) => candidate === operator)
      if (!known) throw new RangeError(`Unknown operator: ${typed}`)
      return {
        kind: 'compare',
        column,
        operator: known,
        value: String(typeof value === 'boolean' ? Number(value) : value),
      }
    }
  }
}
