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

export interface BoundStatement {
  sql: string
  args: string[]
}

/**
 * Byte for byte what Nuxt Content's query builder emits.
 * @internal  Only tests need it: what was parsed must print the same text.
 */
export function printQuery(query: SelectQuery): string {
  return print(query, (value) => `'${value.replaceAll("'", "''")}'`)
}

/** Binds all values and breaks ties by id, so that pages of a long list never overlap. */
function printBound(query: Printed): BoundStatement {
  const args: string[] = []
  const sql = print({ ...query, order: [...query.order, byId] }, (value) => {
    args.push(value)
    return '?'
  })
  return { sql, args }
}

/**
 * Prints a query that first selects the rows, then their columns: sorting does not copy page bodies, and the evaluation
 * of conditions can be interrupted.
 */
export function printFetch(query: SelectQuery, columns: string[], maxRows: number): BoundStatement {
  if (query.select.kind === 'count') return printBound(query)
  const { table } = query
  const limit = Math.min(query.limit ?? maxRows, maxRows)
  const { sql, args } = printBound({ ...query, limit, select: { kind: 'rows' } })
  const wanted = query.select.kind === 'columns' ? query.select.columns : columns
  const fetched = wanted.map((column) => `${table}.${name(column, true)}`).join(', ')
  const from = `found CROSS JOIN ${table} ON ${table}.rowid = found.place`
  return { sql: `WITH found AS MATERIALIZED (${sql}) SELECT ${fetched} FROM ${from}`, args }
}

type PrintValue = (value: string) => string

const byId: OrderItem = { column: 'id', direction: 'ASC', isQuoted: true }

type Printed = Omit<SelectQuery, 'select'> & { select: Selection | { kind: 'rows' } }

function print({ table, select, where, order, limit, offset }: Printed, printValue: PrintValue): string {
  const conditions = where.map((group) => printCondition(group, printValue)).join(' AND ')
  const items = order.map(({ column, direction, isQuoted }) => `${name(column, isQuoted)} ${direction}`)
  return [
    `SELECT ${printSelection(select)} FROM ${table}`,
    conditions && ` WHERE ${conditions}`,
    ` ORDER BY ${items.join(', ')}`,
    limit !== undefined && ` LIMIT ${limit}`,
    // The offset is printed only with a limit, because SQL has no OFFSET without LIMIT.
    limit !== undefined && offset !== undefined && ` OFFSET ${offset}`,
  ]
    .filter(Boolean)
    .join('')
}

function printSelection(select: Printed['select']): string {
  switch (select.kind) {
    case 'all':
      return '*'
    case 'rows':
      return 'rowid AS place'
    case 'columns':
      return select.columns.map((column) => name(column, true)).join(', ')
    case 'count':
      return `COUNT(${select.isDistinct ? 'DISTINCT ' : ''}${name(select.column, select.isQuoted)}) as count`
  }
}

function printCondition(condition: Condition, printValue: PrintValue): string {
  if (condition.kind === 'group') {
    return `(${condition.conditions.map((inner) => printCondition(inner, printValue)).join(` ${condition.join} `)})`
  }
  const start = `${name(condition.column, true)} ${condition.operator}`
  switch (condition.kind) {
    case 'compare':
    case 'like':
      return `${start} ${printValue(condition.value)}`
    case 'in':
      return `${start} (${condition.values.map(printValue).join(', ')})`
    case 'between':
      return `${start} ${printValue(condition.from)} AND ${printValue(condition.to)}`
    case 'null':
      return start
  }
}

function name(column: string, isQuoted: boolean): string {
  return isQuoted ? `"${column}"` : column
}
