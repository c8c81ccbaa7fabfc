import type { Condition, OrderItem, Selection, SelectQuery } from './ast.ts'

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
