import fc from 'fast-check'
import { anyCharacter } from './any-text.ts'
import { queryText } from './query-arbitraries.ts'

/** SQL fragments that never occur in a query of the builder, and some that do. */
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

/** One change of a query text, at a position given as a share of the length or around one of the words. */
type Mutate = (text: string) => string

const share = fc.double({ min: 0, max: 1, noNaN: true })
const cut = (text: string, at: number) => Math.floor(at * text.length)
/** Splits a query into words, quoted runs and the characters between them; joined again, the parts give the query. */
const partsOf = (text: string) => text.match(/\w+|'(?:[^']|'')*'|\s+|[^\w\s]/g) ?? []
const onParts = (change: (parts: string[], at: number) => void, at: number): Mutate => {
  return (text) => {
    const parts = partsOf(text)
    change(parts, cut(parts.join(' '), at) % Math.max(1, parts.length))
    return parts.join('')
  }
}
const piece = fc.oneof(fc.constantFrom(...foreign), fc.string({ unit: anyCharacter, minLength: 1, maxLength: 2 }))

const mutation: fc.Arbitrary<Mutate> = fc.oneof(
  // Changes at a character position
  fc.tuple(share, piece).map(([at, put]): Mutate => {
    return (text) => text.slice(0, cut(text, at)) + put + text.slice(cut(text, at))
  }),
  fc.tuple(share, fc.integer({ min: 1, max: 4 })).map(([at, count]): Mutate => {
    return (text) => text.slice(0, cut(text, at)) + text.slice(cut(text, at) + count)
  }),
  // Changes of whole words
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
  // Additions at the start or the end
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
