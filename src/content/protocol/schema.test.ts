import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestSite, type TestSite } from '../../../tests/site.ts'
import { collectionSchemas, columnsOf } from './schema.ts'

let site: TestSite
beforeAll(async () => {
  site = await createTestSite({ files: {} })
})
afterAll(() => site.close())

test.each(collectionSchemas)('the columns of $name are those of its table, in their order', async (schema) => {
  const { rows } = await site.db.client.execute(`select name from pragma_table_info('${schema.table}') order by cid`)
  expect(rows.map(({ name }) => String(name))).toEqual(columnsOf(schema))
})
