/** A query of one collection: all that the query builder can say, and all that `/query` understands. */
export interface SelectQuery {
  table: string
  select: Selection
  /** All of them must hold; none means every row. The builder puts each condition into a group of its own. */
  where: Group[]
  order: [OrderItem, ...OrderItem[]]
  limit: number | undefined
  offset: number | undefined
}

export type Selection =
  | { kind: 'all' }
  | { kind: 'columns'; columns: string[] }
  /** `column` may be `*`: rows. A column counts its values that are not null. */
  | { kind: 'count'; column: string; isQuoted: boolean; isDistinct: boolean }

/** Conditions in parentheses, all joined by the same word. */
export interface Group {
  kind: 'group'
  join: 'AND' | 'OR'
  conditions: [Condition, ...Condition[]]
}

export type Condition = Group | Comparison

/** Values are text, numbers included: the column's affinity makes numbers of them. */
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

/** What the builder orders by unless told otherwise: plain text order, `10.` before `2.`, the name without quotes. */
export const defaultOrder: OrderItem = { column: 'stem', direction: 'ASC', isQuoted: false }
