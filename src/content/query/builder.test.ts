import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { categories, createTestSite, page, type TestSite } from '../../../tests/site.ts'
import { type CollectionSchema, findSchema } from '../protocol/schema.ts'
import { type Operator, type QueryValue, queryCollection } from './builder.ts'

setDefaultTimeout(60_000)

const docs = schemaOf('docs_ru')
const ask = () => queryCollection(docs)

function schemaOf(name: string): CollectionSchema {
  const schema = findSchema(name)
  if (!schema) throw new Error(`There is no collection ${name}`)
  return schema
}

describe('the SQL is that of Nuxt Content', () => {
  const all = 'SELECT * FROM _content_docs_ru'
  const end = ' ORDER BY stem ASC'

  test('the default query selects every column, ordered by stem', () => {
    expect(ask().sql()).toBe(`${all}${end}`)
  })

  test('repeated columns are selected once, at their first position', () => {
    const query = ask().select('title', 'path').select().select('path', 'stem')
    expect(query.sql()).toBe(`SELECT "title", "path", "stem" FROM _content_docs_ru${end}`)
  })

  test('every condition has its own parentheses, and all values are text', () => {
    const query = ask().where('title', '=', "it's").where('stem', '>', 0).where('draft', '<>', true)
    expect(query.sql()).toBe(`${all} WHERE ("title" = 'it''s') AND ("stem" > '0') AND ("draft" <> '1')${end}`)
  })

  test.each([
    ['in', ['a', 2], `"title" IN ('a', '2')`],
    ['NOT IN', ["o'"], `"title" NOT IN ('o''')`],
    ['IN', [], `"title" IN ()`],
    ['between', ['a', 'b'], `"title" BETWEEN 'a' AND 'b'`],
    ['NOT BETWEEN', [1, true], `"title" NOT BETWEEN '1' AND 'true'`],
    ['is null', undefined, `"title" IS NULL`],
    ['IS NOT NULL', undefined, `"title" IS NOT NULL`],
    ['like', 'a%', `"title" LIKE 'a%'`],
    ['NOT LIKE', false, `"title" NOT LIKE 'false'`],
    ['==', 'a', `"title" == 'a'`],
    ['!=', 'a', `"title" != 'a'`],
  ] satisfies [Operator, QueryValue | QueryValue[] | undefined, string][])('%s %p', (operator, value, printed) => {
    expect(ask().where('title', operator, value).sql()).toBe(`${all} WHERE (${printed})${end}`)
  })

  test('groups nest, and an OR group is one condition among the others', () => {
    const query = ask()
      .where('extension', '=', 'md')
      .orWhere((group) =>
        group.where('title', '=', 'a').andWhere((inner) => inner.where('title', '=', 'b').where('stem', '=', 'c')),
      )
    expect(query.sql()).toBe(
      `${all} WHERE ("extension" = 'md') AND ("title" = 'a' OR ("title" = 'b' AND "stem" = 'c'))${end}`,
    )
  })

  test('an empty group is left out', () => {
    const query = ask()
      .andWhere((group) => group)
      .orWhere((group) => group.andWhere((inner) => inner))
    expect(query.sql()).toBe(`${all}${end}`)
  })

  test.each([
    ['/docs/a/', '/docs/a'],
    ['/docs/a', '/docs/a'],
    ['/', '/'],
  ])('path %s', (path, printed) => {
    expect(ask().path(path).sql()).toBe(`${all} WHERE ("path" = '${printed}')${end}`)
  })

  test('several orders are combined, limit and skip follow', () => {
    const query = ask().order('updated', 'DESC').order('stem', 'ASC').limit(5).skip(10)
    expect(query.sql()).toBe(`${all} ORDER BY "updated" DESC, "stem" ASC LIMIT 5 OFFSET 10`)
  })

  test('skip without a limit and limit 0 print nothing', () => {
    expect(ask().skip(3).sql()).toBe(`${all}${end}`)
    expect(ask().skip(3).limit(0).sql()).toBe(`${all}${end}`)
  })

  test('first and count', () => {
    expect(ask().skip(2).firstSql()).toBe(`${all}${end} LIMIT 1 OFFSET 2`)
    expect(ask().countSql()).toBe(`SELECT COUNT(*) as count FROM _content_docs_ru${end}`)
    const distinct = ask().where('title', '<', 'b').limit(2).countSql('title', true)
    expect(distinct).toBe(
      `SELECT COUNT(DISTINCT title) as count FROM _content_docs_ru WHERE ("title" < 'b')${end} LIMIT 2`,
    )
  })
})

describe('invalid queries', () => {
  test('an error about a list names the operator as it was typed', () => {
    expect(() => ask().where('title', 'not in', 'a')).toThrow(new TypeError('Value for not in must be an array'))
    expect(() => ask().where('title', 'BETWEEN', ['a'])).toThrow(
      new Error('Value for BETWEEN must be an array with two elements'),
    )
    expect(() => ask().where('title', 'between', ['a', 'b', 'c'])).toThrow('two elements')
  })

  test('an unknown column is refused', () => {
    const message = 'Collection docs_ru has no column "Title"'
    expect(() => ask().where('Title', '=', 'a')).toThrow(message)
    expect(() => ask().select('Title')).toThrow(message)
    expect(() => ask().order('Title', 'ASC')).toThrow(message)
    expect(() => ask().countSql('Title')).toThrow(message)
  })
})

describe('answers', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await createTestSite({
      files: {
        ...categories,
        'ru/docs/1.a.md': page({ title: 'А', seo: { title: 'Свой' } }),
        'ru/docs/2.b.md': page({ title: 'NULL', updated: '2026-01-02' }),
        'ru/docs/3.c.md': page({ title: 'А', draft: true }),
        'ru/docs/4.d.md': page({ title: 'А' }),
      },
    })
  })
  afterAll(() => site.close())

  test('rows have parsed JSON, real booleans, nulls and their hash', async () => {
    const [row] = await ask().all(site.db)
    expect(row).toMatchObject({ id: 'docs_ru/docs/1.a.md', draft: false, updated: null, path: '/docs/a' })
    expect(row).toMatchObject({ seo: { title: 'Свой' }, body: { type: 'minimal' } })
    expect(typeof row?.__hash__).toBe('string')
  })

  test('a column with the text NULL is left out', async () => {
    const row = await ask().path('/docs/b/').select('title', 'path').first(site.db)
    expect(row).toEqual({ path: '/docs/b' })
  })

  test('no match gives null or an empty list', async () => {
    expect(await ask().path('/docs/c').first(site.db)).toBeNull()
    expect(await ask().where('title', 'IN', []).all(site.db)).toEqual([])
  })

  test('skip leaves rows out, with a limit and without', async () => {
    const paths = async (limit: number) => {
      const rows = await ask().select('path').skip(1).limit(limit).all(site.db)
      return rows.map(({ path }) => path)
    }
    expect(await paths(0)).toEqual(['/docs/b', '/docs/d'])
    expect(await paths(1)).toEqual(['/docs/b'])
    expect(await ask().select('path').skip(2).first(site.db)).toEqual({ path: '/docs/d' })
  })

  test('count counts all matches, whatever limit and skip are', async () => {
    expect(await ask().limit(1).skip(1).count(site.db)).toBe(3)
    expect(await ask().count(site.db, 'updated')).toBe(1)
    expect(await ask().count(site.db, 'title', true)).toBe(2)
    expect(await ask().count(site.db, '*', true)).toBe(3)
    expect(await ask().where('title', '=', 'А').count(site.db)).toBe(2)
  })
})
