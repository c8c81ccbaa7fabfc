export interface SelectQuery {
  table: string
  select: Selection
  /**
   * Conditions of the query, which must all match; empty if every row is wanted. The builder wraps each condition in a
   * group.
   */
  where: Group[]
  order: [OrderItem, ...OrderItem[]]
  limit: number | undefined
  offset: number | undefined
}

export type Selection =
  | { kind: 'all' }
  | { kind: 'columns'; columns: string[] }
  /** Counts rows if `column` is `*`, otherwise values of the column that are not null. */
  | { kind: 'count'; column: string; isQuoted: boolean; isDistinct: boolean }

export interface Group {
  kind: 'group'
  join: 'AND' | 'OR'
  conditions: [Condition, ...Condition[]]
}

export type Condition = Group | Comparison

/**
 * Comparison of a column with values. All values are text, including numbers: SQLite converts them by column affinity.
 */
export type Comparison =
  | { kind: 'compare'; column: string; operator: CompareOperator; value: string }
  | { kind: 'like'; column: string; operator: 'LIKE' | 'NOT LIKE'; value: string }
  | { kind: 'in'; column: string; operator: 'IN' | 'NOT IN'; values: string[] }
  | { kind: 'between'; column: string; operator: 'BETWEEN' | 'NOT BETWEEN'; from: string; to: string }
  | { kind: 'null'; column: string; operator: 'IS NULL' | 'IS NOT NULL' }

export const compareOperators = ['=', '==', '<>', '!=', '<', '<=', '>', '>='] as const
export type CompareOperator = (typeof compareOperators)[number]

export type Direction = 'ASC' | 'DESC'

export interface OrderItem {
  column: string
  direction: Direction
  isQuoted: boolean
}
