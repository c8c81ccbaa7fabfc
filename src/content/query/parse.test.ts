import { describe, expect, test } from 'bun:test'
import { collectionSchema } from '../protocol/schema.ts'
import { parseQuery } from './parse.ts'
import { printQuery } from './select-query.ts'

const schema = collectionSchema('notes', 'page', [
  { name: 'id', type: 'string' },
  { name: 'title', type: 'string' },
  { name: 'stem', type: 'string' },
  { name: 'ogImage', type: 'json' },
])
const start = 'SELECT * FROM _content_notes'
const end = ' ORDER BY stem ASC'

function parse(sql: string) {
  const outcome = parseQuery(schema, sql)
  return outcome.status === 'parsed' ? printQuery(outcome.query) : `refused: ${outcome.reason}`
}
const where = (conditions: string) => parse(`${start} WHERE ${conditions}${end}`)

describe('output of the builder is parsed and printed unchanged', () => {
  test.each([
    `${start}${end}`,
    `SELECT "title", "__hash__" FROM _content_notes${end}`,
    `${start} ORDER BY "title" DESC, stem ASC, "ogImage" ASC LIMIT 10 OFFSET 20`,
    `${start}${end} LIMIT 0`,
    `SELECT COUNT(*) as count FROM _content_notes${end}`,
    `SELECT COUNT(ogImage) as count FROM _content_notes${end} LIMIT 5`,
    `SELECT COUNT(DISTINCT "title") as count FROM _content_notes${end}`,
    ...['=', '==', '<>', '!=', '<', '<=', '>', '>=', 'LIKE', 'NOT LIKE'].map(
      (operator) => `${start} WHERE ("title" ${operator} 'a')${end}`,
    ),
    `${start} WHERE ("title" IN ())${end}`,
    `${start} WHERE ("title" NOT IN ('a', 'b''c', ''))${end}`,
    `${start} WHERE ("title" BETWEEN 'a' AND 'b' AND "id" NOT BETWEEN '' AND '1')${end}`,
    `${start} WHERE ("title" IS NULL OR "title" IS NOT NULL) AND ("id" = '1')${end}`,
    `${start} WHERE ("id" = '1' OR ("id" = '2' AND ("title" = '3' OR "stem" = '4')))${end}`,
    `${start} WHERE ("title" = 'a -- b /* c */ ; d\n"e"\t«ё» 🙂 $1 ?')${end}`,
  ])('%s', (sql) => {
    expect(parse(sql)).toBe(sql)
  })

  test('any white space may separate the words', () => {
    const sql = `SELECT\n"title"\tFROM  _content_notes WHERE("id"='1')AND("id"IN('1','2'))\r\nORDER BY stem ASC `
    expect(parse(sql)).toBe(
      `SELECT "title" FROM _content_notes WHERE ("id" = '1') AND ("id" IN ('1', '2')) ORDER BY stem ASC`,
    )
  })
})

describe('other SQL is refused with the reason and the position', () => {
  test.each([
    ['', 'Expected SELECT, found the end at position 1'],
    ['DELETE FROM _content_notes', 'Expected SELECT, found «DELETE» at position 1'],
    [`${start}`, 'Expected ORDER, found the end at position 29'],
    [`${start} ORDER BY title`, 'Expected ASC or DESC, found the end at position 44'],
    [`${start}${end} OFFSET 5`, 'Expected the end of the query, found «OFFSET» at position 48'],
    [`${start}${end} LIMIT -1`, 'Unexpected «-1» at position 54'],
    [`${start}${end} LIMIT 1.5`, 'A number has digits only, found «1.5» at position 54'],
    [`${start}${end} LIMIT 5OFFSET 1`, 'A number has digits only, found «5OFFSET 1» at position 54'],
    [`${start}${end} LIMIT 9999999999999999`, 'The number «9999999999999999» is too long, at position 54'],
    [`${start}${end} LIMIT 1, 2`, 'Expected the end of the query, found «,» at position 55'],
    [`${start}${end};`, 'Unexpected «;» at position 47'],
    [`${start}${end} -- and more`, 'Unexpected «-- and more» at position 48'],
    [`${start} /**/${end}`, 'Unexpected «/**/ ORDER BY stem ASC» at position 30'],
    [
      `SELECT * FROM _content_other${end}`,
      'Expected _content_notes, the only table of this address, found «_content_other» at position 15',
    ],
    [`SELECT * FROM _content_notes, sqlite_master${end}`, 'Expected ORDER, found «,» at position 29'],
    [
      `SELECT * FROM pragma_table_list${end}`,
      'Expected _content_notes, the only table of this address, found «pragma_table_list» at position 15',
    ],
    [`SELECT "nothing" FROM _content_notes${end}`, 'Collection notes has no column «nothing», named at position 8'],
    [`SELECT "Title" FROM _content_notes${end}`, 'Collection notes has no column «Title», named at position 8'],
    [`SELECT "title", "title" FROM _content_notes${end}`, 'Column «title» is named twice, again at position 17'],
    [
      `SELECT title FROM _content_notes${end}`,
      'Expected *, COUNT or a column in double quotes, found «title» at position 8',
    ],
    [`SELECT COUNT(*) as total FROM _content_notes${end}`, 'Expected count, found «total» at position 20'],
    [`SELECT COUNT(DISTINCT *) as count FROM _content_notes${end}`, 'Expected a column, found «*» at position 23'],
    [
      `SELECT COUNT(nothing) as count FROM _content_notes${end}`,
      'Collection notes has no column «nothing», named at position 14',
    ],
    [`${start} ORDER BY rowid ASC`, 'Collection notes has no column «rowid», named at position 39'],
    [`${start} UNION SELECT * FROM app${end}`, 'Expected ORDER, found «UNION» at position 30'],
  ])('%s', (sql, reason) => {
    expect(parseQuery(schema, sql)).toEqual({ status: 'refused', reason })
  })

  test.each([
    [`"title" = 'a'`, 'Expected (, found column «title» at position 36'],
    [`("title" = 'a') OR ("id" = '1')`, 'Expected ORDER, found «OR» at position 52'],
    [
      `("title" = 'a' AND "id" = '1' OR "id" = '2')`,
      'AND and OR need parentheses between them, found «OR» at position 66',
    ],
    [`()`, 'Expected a column in double quotes, found «)» at position 37'],
    [`(title = 'a')`, 'Expected a column in double quotes, found «title» at position 37'],
    [`("title" = "id")`, 'Expected a value in single quotes, found column «id» at position 47'],
    [`("title" = 5)`, 'Expected a value in single quotes, found number «5» at position 47'],
    [`("title" = lower('a'))`, 'Expected a value in single quotes, found «lower» at position 47'],
    [`("title" = (SELECT 1))`, 'Expected a value in single quotes, found «(» at position 47'],
    [`("title" IN (SELECT "a" FROM b))`, 'Expected a value in single quotes, found «SELECT» at position 49'],
    [`("title" GLOB 'a')`, 'Expected an operator of the query builder, found «GLOB» at position 45'],
    [`("title" LIKE 'a' ESCAPE 'b')`, 'Expected ), found «ESCAPE» at position 54'],
    [`("title" IS 'a')`, 'Expected NULL, found text «a» at position 48'],
    [`("title" = 'a`, "The quote at position 47 is never closed: «'a ORDER BY stem ASC»"],
    [`("title" = 'a') AND`, 'Expected (, found «ORDER» at position 56'],
    [`EXISTS ("title" = 'a')`, 'Expected (, found «EXISTS» at position 36'],
  ])('WHERE %s', (conditions, reason) => {
    expect(where(conditions)).toBe(`refused: ${reason}`)
  })

  test('the quoted excerpt of a long text is short', () => {
    const outcome = where(`("title" LIKE 'a' ${'b'.repeat(1000)})`)
    expect(outcome).toBe(`refused: Expected ), found «${'b'.repeat(40)}…» at position 54`)
  })

  test('NUL and half surrogate pairs are refused', () => {
    expect(where(`("title" = 'a\0b')`)).toBe('refused: A query has no NUL characters, found one at position 49')
    expect(where(`("title" = '\ud83d')`)).toContain('not well-formed Unicode')
  })
})

describe('limits', () => {
  const condition = `"title" = 'a'`
  const times = (count: number, text: string, join: string) => Array.from({ length: count }, () => text).join(join)

  test('the length of the text is limited', () => {
    const values = `("title" = '${'a'.repeat(100_000)}')`
    expect(where(values)).toBe('refused: The query has more than 100000 characters')
    expect(where(`("title" = '${'a'.repeat(100_000 - 100)}')`)).toStartWith('SELECT')
  })

  test('the depth of groups is limited', () => {
    const nested = (depth: number) => where(`${'('.repeat(depth)}${condition}${')'.repeat(depth)}`)
    expect(nested(20)).toStartWith('SELECT')
    expect(nested(20 + 1)).toBe('refused: Groups may be at most 20 deep, found «(» at position 56')
    expect(nested(30_000)).toStartWith('refused: Groups')
  })

  test('the number of conditions is limited', () => {
    expect(where(`(${times(200, condition, ' AND ')})`)).toStartWith('SELECT')
    expect(where(times(200 + 1, `(${condition})`, ' AND '))).toContain('at most 200 conditions')
  })

  test('the number of list values is limited', () => {
    const list = (count: number) => `("title" IN (${times(count, `'a'`, ', ')}))`
    expect(where(list(2_000))).toStartWith('SELECT')
    expect(where(`${list(2_000)} AND ${list(1)}`)).toContain('at most 2000 values in all')
  })

  test('the length and wildcards of patterns are limited', () => {
    const like = (pattern: string) => where(`("title" LIKE '${pattern}')`)
    expect(like('a'.repeat(500))).toStartWith('SELECT')
    expect(like('a'.repeat(500 + 1))).toContain('at most 500 characters: «aaa')
    expect(like('%_'.repeat(20 / 2))).toStartWith('SELECT')
    expect(like('%'.repeat(20 + 1))).toContain('at most 20 wildcards: «%%%')
  })

  test('the number of columns to order by is limited', () => {
    const order = (count: number) => parse(`${start} ORDER BY ${times(count, 'stem ASC', ', ')}`)
    expect(order(16)).toStartWith('SELECT')
    expect(order(16 + 1)).toContain('orders by at most 16 columns')
  })
})
