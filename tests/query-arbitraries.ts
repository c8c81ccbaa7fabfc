import fc from 'fast-check'
import { type CollectionSchema, collectionSchema, columnsOf, type FieldType } from '../src/content/protocol/schema.ts'
import type { Direction } from '../src/content/query/select-query.ts'
import { type Operator, type QueryBuilder, type QueryGroup, type QueryValue, queryCollection } from './query-builder.ts'

/** A collection with a column of every type, and rows that are hard to distinguish and hard to quote. */
export const notes = collectionSchema('notes', 'page', [
  { name: 'id', type: 'string' },
  { name: 'title', type: 'string' },
  { name: 'stem', type: 'string' },
  { name: 'weight', type: 'number' },
  { name: 'isDone', type: 'boolean' },
  { name: 'date', type: 'date' },
  { name: 'ogImage', type: 'json' },
])

const sqlTypes: Record<FieldType, string> = {
  string: 'VARCHAR',
  number: 'INT',
  boolean: 'BOOLEAN',
  date: 'DATE',
  json: 'TEXT',
}

/**
 * Statements that create the collection's table, and two tables that no query may ever read. Without indexes SQLite
 * returns rows in insertion order, so rows that compare equal keep it.
 */
export function createTables({ table, fields }: CollectionSchema, { isIndexed }: { isIndexed: boolean }): string[] {
  const columns = fields.map(({ name, type }) => `"${name}" ${sqlTypes[type]}`)
  const indexes = ['id', '__hash__'].map((column) => `CREATE UNIQUE INDEX notes_${column} ON ${table} ("${column}")`)
  return [
    `CREATE TABLE secrets (title TEXT, stem TEXT)`,
    `INSERT INTO secrets VALUES ('secret', 'secret')`,
    `CREATE TABLE _content_info (id TEXT PRIMARY KEY, stem TEXT)`,
    `CREATE TABLE ${table} (${columns.join(', ')}, "__hash__" TEXT)`,
    ...(isIndexed ? indexes : []),
  ]
}

const texts = [
  '',
  'a',
  'A',
  'b',
  'ab%',
  'a_b',
  "it's",
  "''",
  '--',
  '/* a */',
  'a -- b',
  'two\nlines',
  'tab\there',
  'Привет',
  'привет',
  'ёлка',
  '"quoted"',
  '\\',
  ';',
  '🙂',
  'NULL',
  'null',
  'undefined',
  '0',
  '1',
  '2',
  '10',
  '1.5',
  '-3',
  '1e3',
  '2026-01-02T00:00:00.000Z',
  '{"src":"/a.png"}',
]

type Stored = string | number | null

/** Returns rows in order of their IDs, values in order of the columns. */
export function sampleRows(): Stored[][] {
  const at = <T>(list: readonly T[], n: number): T | null => list[n % list.length] ?? null
  return Array.from({ length: 60 }, (_, n) => [
    `id-${String(n).padStart(2, '0')}`,
    n % 7 === 0 ? null : at(texts, n * 5),
    n % 5 === 0 ? null : at(['2026-01-02T00:00:00.000Z', '2025-12-31T23:59:59.999Z', '10', ''], n),
    n % 4 === 0 ? null : n % 2,
    n % 6 === 0 ? null : at(['{"src":"/a.png"}', '[]', '"NULL"', 'null', 'true', '5', '{"о":"ё -- \'"}'], n),
    // Numbers whose order as text differs from their numeric order.
    `${n}.${at(texts, n)}`,
    n % 3 === 0 ? null : at([0, 1, 2, 10, -3, 1.5, 1000], n),
    `hash-${n}`,
  ])
}

const column = fc.constantFrom(...columnsOf(notes))
const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\0', '').toWellFormed()),
  fc.integer({ min: -20, max: 20 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
)
const pattern = fc.array(fc.constantFrom('%', '_', 'a', 'б', "'", '-', '/*', '\n', '1', 'id'), { maxLength: 6 })

const compares: Operator[] = ['=', '==', '<>', '!=', '<', '<=', '>', '>=']
const comparison: fc.Arbitrary<[Operator, QueryValue | QueryValue[] | undefined]> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...compares), value) },
  fc.tuple(
    fc.constantFrom<Operator>('LIKE', 'not like'),
    fc.oneof(
      value,
      pattern.map((parts) => parts.join('')),
    ),
  ),
  fc.tuple(fc.constantFrom<Operator>('in', 'NOT IN'), fc.array(value, { maxLength: 5 })),
  fc.tuple(fc.constantFrom<Operator>('BETWEEN', 'not between'), fc.array(value, { minLength: 2, maxLength: 2 })),
  fc.tuple(fc.constantFrom<Operator>('is null', 'IS NOT NULL'), fc.constant(undefined)),
)

type Add = (asked: QueryGroup | QueryBuilder) => void

const { addition } = fc.letrec<{ addition: Add; group: Add }>((tie) => ({
  addition: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.tuple(column, comparison).map(
      ([field, [operator, compared]]): Add =>
        (asked) => {
          asked.where(field, operator, compared)
        },
    ),
    tie('group'),
  ),
  group: fc.tuple(fc.boolean(), fc.array(tie('addition'), { maxLength: 3 })).map(
    ([isOr, additions]): Add =>
      (asked) => {
        const fill = (group: QueryGroup) => {
          for (const add of additions) add(group)
          return group
        }
        if (isOr) asked.orWhere(fill)
        else asked.andWhere(fill)
      },
  ),
}))

const order = fc.array(fc.tuple(column, fc.constantFrom<Direction>('ASC', 'DESC')), { maxLength: 3 })

/** The text of any query the builder can print for the collection. */
export const queryText: fc.Arbitrary<string> = fc
  .record({
    selected: fc.array(column, { maxLength: 4 }),
    additions: fc.array(addition, { maxLength: 4 }),
    order,
    limit: fc.constantFrom(0, 0, 1, 3, 20),
    skip: fc.constantFrom(0, 0, 2, 30),
    kind: fc.constantFrom('all', 'all', 'all', 'first', 'count'),
    counted: fc.tuple(fc.constantFrom('*', ...columnsOf(notes)), fc.boolean()),
  })
  .map(({ selected, additions, order, limit, skip, kind, counted: [counted, isDistinct] }) => {
    const query = queryCollection(notes)
      .select(...selected)
      .limit(limit)
      .skip(skip)
    for (const [field, direction] of order) query.order(field, direction)
    for (const add of additions) add(query)
    if (kind === 'count') return query.countSql(counted, isDistinct && counted !== '*')
    return kind === 'first' ? query.firstSql() : query.sql()
  })
