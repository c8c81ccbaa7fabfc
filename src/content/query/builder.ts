import type { Db } from '../../db/client.ts'
import type { CollectionSchema } from '../protocol/schema.ts'
import { type Condition, type Direction, defaultOrder, type OrderItem, type SelectQuery } from './ast.ts'
import { hasColumn } from './columns.ts'
import { type Operator, type QueryValue, toComparison } from './comparison.ts'
import { printQuery } from './print.ts'
import { selectRows } from './queries.ts'
import { type ContentRow, refineRows } from './refine.ts'

/** Fills a group and gives it back: `(group) => group.where('a', '=', 1).where('b', '=', 2)`. */
export type FillGroup = (group: QueryGroup) => QueryGroup

/** Conditions that a query or a group collects; each call adds one and gives back what it was called on. */
interface Conditions<This> {
  /**
   * One comparison with `value`: text, number or boolean; a list of them for IN and (two) BETWEEN; none for IS NULL.
   * @throws RangeError when the collection has no such column or the operator is none of `Operator`
   * @throws TypeError or Error, in Nuxt Content's words, when a list is missing or has the wrong length
   */
  where(field: string, operator: Operator, value?: QueryValue | QueryValue[]): This
  /** A group whose conditions all hold. An empty group asks for nothing. */
  andWhere(fill: FillGroup): This
  /** A group of which one condition holds; the group itself must hold like any other condition. */
  orWhere(fill: FillGroup): This
}

export interface QueryGroup extends Conditions<QueryGroup> {
  readonly conditions: Condition[]
}

export interface QueryBuilder extends Conditions<QueryBuilder> {
  /** Columns of the answer, in the order they were first named; all of them unless called. */
  select(...fields: string[]): QueryBuilder
  /** The page at an address; one trailing slash is forgiven. */
  path(path: string): QueryBuilder
  /** Adds an order behind those given before; by `stem` unless called. */
  order(field: string, direction: Direction): QueryBuilder
  /** At most so many rows; 0 for all. */
  limit(count: number): QueryBuilder
  /** Leaves out the first rows. On the wire this needs a limit, as in Nuxt Content; `all` and `first` do without. */
  skip(count: number): QueryBuilder
  /** The query as it stands. */
  query(): SelectQuery
  /** The SQL text that Nuxt Content's builder sends for `all`, `first` and `count`. */
  sql(): string
  firstSql(): string
  countSql(field?: string, isDistinct?: boolean): string
  all(db: Db): Promise<ContentRow[]>
  first(db: Db): Promise<ContentRow | null>
  /** Rows that match, or their (distinct) values of a field that are not null; limit and skip do not matter. */
  count(db: Db, field?: string, isDistinct?: boolean): Promise<number>
}

/** Asks for rows of one collection, chainable as Nuxt Content's `queryCollection`. Every call changes this builder. */
export function queryCollection(schema: CollectionSchema): QueryBuilder {
  const top = createGroup(schema)
  const selected = new Set<string>()
  const order: OrderItem[] = []
  let limit = 0
  let offset = 0

  const query = (): SelectQuery => {
    const [first = defaultOrder, ...rest] = order
    return {
      table: schema.table,
      select: selected.size > 0 ? { kind: 'columns', columns: [...selected] } : { kind: 'all' },
      where: top.conditions.filter((condition) => condition.kind === 'group'),
      order: [first, ...rest],
      limit: limit > 0 ? limit : undefined,
      offset: offset > 0 ? offset : undefined,
    }
  }
  const countQuery = (column = '*', isDistinct = false): SelectQuery => {
    if (column !== '*') checkColumn(schema, column)
    return { ...query(), select: { kind: 'count', column, isQuoted: false, isDistinct } }
  }
  const rows = async (db: Db, asked: SelectQuery) => refineRows(schema, await selectRows(db, asked))

  const builder: QueryBuilder = {
    where: (field, operator, value) => builder.andWhere((group) => group.where(field, operator, value)),
    andWhere: (fill) => {
      top.andWhere(fill)
      return builder
    },
    orWhere: (fill) => {
      top.orWhere(fill)
      return builder
    },
    select: (...fields) => {
      for (const field of fields) selected.add(checkColumn(schema, field))
      return builder
    },
    path: (path) => builder.where('path', '=', (path.endsWith('/') ? path.slice(0, -1) : path) || '/'),
    order: (field, direction) => {
      order.push({ column: checkColumn(schema, field), direction, isQuoted: true })
      return builder
    },
    limit: (count) => {
      limit = count
      return builder
    },
    skip: (count) => {
      offset = count
      return builder
    },
    query,
    sql: () => printQuery(query()),
    firstSql: () => printQuery({ ...query(), limit: 1 }),
    countSql: (field, isDistinct) => printQuery(countQuery(field, isDistinct)),
    all: (db) => rows(db, query()),
    first: async (db) => (await rows(db, { ...query(), limit: 1 }))[0] ?? null,
    count: async (db, field = '*', isDistinct = false) => {
      // Rows are distinct as they are, and SQL has no word for it.
      const asked = { ...countQuery(field, isDistinct && field !== '*'), limit: undefined, offset: undefined }
      const [row] = await selectRows(db, asked)
      return Number(row?.count ?? 0)
    },
  }
  return builder
}

function createGroup(schema: CollectionSchema): QueryGroup {
  const conditions: Condition[] = []
  const addGroup = (join: 'AND' | 'OR', fill: FillGroup) => {
    const [first, ...rest] = fill(createGroup(schema)).conditions
    // Nuxt Content prints an empty group as an empty condition, which is no SQL.
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
