import fc from 'fast-check'
import { type CollectionSchema, collectionSchema, columnsOf, type FieldType } from '../src/content/protocol/schema.ts'
import type { Direction } from '../src/content/query/ast.ts'
import { type QueryBuilder, type QueryGroup, queryCollection } from '../src/content/query/builder.ts'
import type { Operator, QueryValue } from '../src/content/query/comparison.ts'

/** A collection with a column of every type, and rows that are hard to tell apart and hard to quote. */
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
 * Statements that make the collection's table, and two that no query may ever read. Without indexes SQLite finds rows
 * in the order of their insertion, and so equal ones in it.
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

export const texts = [
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

/** Rows in the order of their ids, values in that of the columns. */
export function sampleRows(): Stored[][] {
  const at = <T>(list: readonly T[], n: number): T | null => list[n % list.length] ?? null
  return Array.from({ length: 60 }, (_, n) => [
    `id-${String(n).padStart(2, '0')}`,
    n % 7 === 0 ? null : at(texts, n * 5),
    n % 5 === 0 ? null : at(['2026-01-02T00:00:00.000Z', '2025-12-31T23:59:59.999Z', '10', ''], n),
    n % 4 === 0 ? null : n % 2,
    n % 6 === 0 ? null : at(['{"src":"/a.png"}', '[]', '"NULL"', 'null', 'true', '5', '{"о":"ё -- \'"}'], n),
    // Numbers that sort otherwise as text.
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

/** Pieces of SQL that have no place in a query of the builder, and some that do. */
const foreign = [
  ...[
    `'`,
    `''`,
    '"',
    '(',
    ')',
    ',',
    ';',
    ';;',
    '*',
    '.',
    '--',
    '/*',
    '*/',
    '+1',
    '||',
    '|',
    '?',
    '$1',
    ':a',
    '@a',
    '#',
  ],
  ...[
    '\0',
    '\n',
    '\t',
    '\u00a0',
    '\ufeff',
    '`title`',
    '[title]',
    "x'00'",
    '0x10',
    '1e5',
    '5',
    '-5',
    '1.5',
    'NULL',
    '?1',
  ],
  ...['rowid', '_rowid_', 'oid', 'count', 'place', 'found', 'found.place', '"found"', 'secrets', '"secrets"', 'title'],
  ...['_content_info', 'sqlite_master', 'sqlite_schema', 'main._content_notes', 'temp.secrets', '"_content_notes"'],
  ...[
    'pragma_table_info(1)',
    'PRAGMA table_info(secrets)',
    'json_each(1)',
    'randomblob(9)',
    'random()',
    'lower(title)',
  ],
  ...["load_extension('a')", "readfile('/etc/passwd')", "writefile('/tmp/a', '')", 'sqlite_version()', 'zeroblob(1e9)'],
  ...['(SELECT title FROM secrets)', 'EXISTS (SELECT 1)', 'CAST("title" AS INT)', 'CASE WHEN 1 THEN 2 END', 'ABS(1)'],
  ...[
    'UNION SELECT * FROM secrets',
    'UNION ALL',
    'EXCEPT',
    'INTERSECT',
    'JOIN secrets',
    ', secrets',
    'AS a',
    'as count',
  ],
  ...[
    '; DROP TABLE secrets',
    "; ATTACH 'a' AS b",
    '-- ',
    'WITH a AS (SELECT 1)',
    'VALUES (1)',
    'EXPLAIN',
    'RETURNING *',
  ],
  ...[
    'OR 1=1',
    'OR',
    'AND',
    'NOT',
    'GLOB',
    'REGEXP',
    'MATCH',
    'IS',
    'IS NOT',
    "ESCAPE '!'",
    'COLLATE NOCASE',
    'ISNULL',
  ],
  ...[
    'DISTINCT',
    'ALL',
    'GROUP BY title',
    'HAVING 1',
    'LIMIT 5',
    'LIMIT 2, 3',
    'OFFSET 2',
    'NULLS LAST',
    'ASC',
    'DESC',
  ],
  ...['COUNT(*)', 'COUNT(title)', 'total(1)', 'group_concat(title)', 'INDEXED BY a', 'BETWEEN', "IN ('a')", "LIKE '%'"],
  ...[
    'SELECT',
    'select',
    'FROM',
    'WHERE',
    'ORDER BY',
    'order by',
    `"title" = 'a'`,
    `("title" = 'a')`,
    '"title"',
    '"Title"',
  ],
]

/** One change of a text: at a place given as a share of its length, or around one of its words. */
type Mutate = (text: string) => string

const share = fc.double({ min: 0, max: 1, noNaN: true })
const cut = (text: string, at: number) => Math.floor(at * text.length)
/** Words, quoted runs and the signs between them, which together are the text. */
const partsOf = (text: string) => text.match(/\w+|'(?:[^']|'')*'|\s+|[^\w\s]/g) ?? []
const onParts = (change: (parts: string[], at: number) => void, at: number): Mutate => {
  return (text) => {
    const parts = partsOf(text)
    change(parts, cut(parts.join(' '), at) % Math.max(1, parts.length))
    return parts.join('')
  }
}
const piece = fc.oneof(fc.constantFrom(...foreign), fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }))

const mutation: fc.Arbitrary<Mutate> = fc.oneof(
  // Characters
  fc.tuple(share, piece).map(([at, put]): Mutate => {
    return (text) => text.slice(0, cut(text, at)) + put + text.slice(cut(text, at))
  }),
  fc.tuple(share, fc.integer({ min: 1, max: 4 })).map(([at, count]): Mutate => {
    return (text) => text.slice(0, cut(text, at)) + text.slice(cut(text, at) + count)
  }),
  // Words
  fc.tuple(share, piece).map(([at, put]) => onParts((parts, n) => parts.splice(n, 0, ` ${put} `), at)),
  fc.tuple(share, piece).map(([at, put]) => onParts((parts, n) => parts.splice(n, 1, put), at)),
  share.map((at) => onParts((parts, n) => parts.splice(n, 1), at)),
  share.map((at) => onParts((parts, n) => parts.splice(n, 0, parts[n] ?? ''), at)),
  fc.tuple(share, share).map(([at, other]) =>
    onParts((parts, n) => {
      const [moved = ''] = parts.splice(n, 1)
      parts.splice(Math.floor(other * parts.length), 0, moved)
    }, at),
  ),
  // Ends
  piece.map(
    (put): Mutate =>
      (text) =>
        `${text} ${put}`,
  ),
  piece.map(
    (put): Mutate =>
      (text) =>
        `${put} ${text}`,
  ),
)

/** The text of a query with one to three changes. */
export const mutatedText: fc.Arbitrary<string> = fc
  .tuple(queryText, fc.array(mutation, { minLength: 1, maxLength: 3 }))
  .map(([text, mutations]) => mutations.reduce((changed, mutate) => mutate(changed), text))
