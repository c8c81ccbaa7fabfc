import type { CollectionSchema } from '../src/content/protocol/schema.ts'
import { hasColumn } from '../src/content/query/parse.ts'
import {
  type CompareOperator,
  type Comparison,
  type Condition,
  compareOperators,
  type Direction,
  type OrderItem,
  printQuery,
  type SelectQuery,
} from '../src/content/query/select-query.ts'

/* Nuxt Content's query builder, as the clients of the protocol use it: it makes the texts that `/query` has to accept. */

/** The builder's default: plain text order (`10.` before `2.`), unquoted. */
const defaultOrder: OrderItem = { column: 'stem', direction: 'ASC', isQuoted: false }

type FillGroup = (group: QueryGroup) => QueryGroup

interface Conditions<This> {
  /**
   * Adds a condition. `value`: a list for IN and (two values) BETWEEN, none for IS NULL. @throws RangeError; for lists
   * the errors of Nuxt Content
   */
  where(field: string, operator: Operator, value?: QueryValue | QueryValue[]): This
  /** Adds a group of conditions that must all match. An empty group is ignored. */
  andWhere(fill: FillGroup): This
  /** Adds a group of which one condition must match; the group itself is a further condition of the query. */
  orWhere(fill: FillGroup): This
}

export interface QueryGroup extends Conditions<QueryGroup> {
  readonly conditions: Condition[]
}

interface QueryTexts {
  /** The SQL that the builder sends for `all`, `first` and `count` */
  sql(): string
  firstSql(): string
  countSql(field?: string, isDistinct?: boolean): string
}

export interface QueryBuilder extends Conditions<QueryBuilder>, QueryTexts {
  select(...fields: string[]): QueryBuilder
  /** Selects the page at a path; one trailing slash is ignored */
  path(path: string): QueryBuilder
  order(field: string, direction: Direction): QueryBuilder
  /** Limits the number of rows; 0 for all */
  limit(count: number): QueryBuilder
  /** Printed only with a limit */
  skip(count: number): QueryBuilder
}

export function queryCollection(schema: CollectionSchema): QueryBuilder {
  const draft = createDraft(schema)
  const builder: QueryBuilder = {
    where: (field, operator, value) => builder.andWhere((group) => group.where(field, operator, value)),
    andWhere: (fill) => {
      draft.conditions.andWhere(fill)
      return builder
    },
    orWhere: (fill) => {
      draft.conditions.orWhere(fill)
      return builder
    },
    select: (...fields) => {
      for (const field of fields) draft.selected.add(checkColumn(schema, field))
      return builder
    },
    path: (path) => builder.where('path', '=', (path.endsWith('/') ? path.slice(0, -1) : path) || '/'),
    order: (field, direction) => {
      draft.order.push({ column: checkColumn(schema, field), direction, isQuoted: true })
      return builder
    },
    limit: (count) => {
      draft.limit = count
      return builder
    },
    skip: (count) => {
      draft.offset = count
      return builder
    },
    ...textsOf(schema, () => finishDraft(schema, draft)),
  }
  return builder
}

interface Draft {
  conditions: QueryGroup
  selected: Set<string>
  order: OrderItem[]
  limit: number
  offset: number
}

function createDraft(schema: CollectionSchema): Draft {
  return { conditions: createGroup(schema), selected: new Set(), order: [], limit: 0, offset: 0 }
}

function finishDraft(schema: CollectionSchema, { conditions, selected, order, limit, offset }: Draft): SelectQuery {
  const [first = defaultOrder, ...rest] = order
  return {
    table: schema.table,
    select: selected.size > 0 ? { kind: 'columns', columns: [...selected] } : { kind: 'all' },
    where: conditions.conditions.filter((condition) => condition.kind === 'group'),
    order: [first, ...rest],
    limit: limit > 0 ? limit : undefined,
    offset: offset > 0 ? offset : undefined,
  }
}

function textsOf(schema: CollectionSchema, query: () => SelectQuery): QueryTexts {
  return {
    sql: () => printQuery(query()),
    firstSql: () => printQuery({ ...query(), limit: 1 }),
    countSql: (column = '*', isDistinct = false) => {
      if (column !== '*') checkColumn(schema, column)
      return printQuery({ ...query(), select: { kind: 'count', column, isQuoted: false, isDistinct } })
    },
  }
}

function createGroup(schema: CollectionSchema): QueryGroup {
  const conditions: Condition[] = []
  const addGroup = (join: 'AND' | 'OR', fill: FillGroup) => {
    const [first, ...rest] = fill(createGroup(schema)).conditions
    // An empty group is omitted, because Nuxt Content prints it as invalid SQL.
    if (first) conditions.push({ kind: 'group', join, conditions: [first, ...rest] })
    return group
  }
  const group: QueryGroup = {
    conditions,
    where: (field, operator, value) => {
      conditions.push(toComparison(checkColumn(schema, field), operator, value))
      return group
    },
    andWhere: (fill) => addGroup('AND', fill),
    orWhere: (fill) => addGroup('OR', fill),
  }
  return group
}

function checkColumn(schema: CollectionSchema, column: string): string {
  if (hasColumn(schema, column)) return column
  throw new RangeError(`Collection ${schema.name} has no column "${column}"`)
}

export type QueryValue = string | number | boolean

type WordOperator = 'LIKE' | 'NOT LIKE' | 'IN' | 'NOT IN' | 'BETWEEN' | 'NOT BETWEEN' | 'IS NULL' | 'IS NOT NULL'

export type Operator = CompareOperator | WordOperator | Lowercase<WordOperator>

/**
 * Makes a comparison. As in Nuxt Content, only comparison operators convert a boolean to `1` or `0`. Errors use its
 * wording.
 */
function toComparison(column: string, typed: Operator, value: QueryValue | QueryValue[] | undefined): Comparison {
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
