import { expect, setDefaultTimeout, test } from 'bun:test'
import { categories, createTestSite, page } from '../../../tests/site.ts'

setDefaultTimeout(60_000)

const html = { headers: { accept: 'text/html' } }

test.each([
  ['en/docs/2.trading/2.ticks-and-candles.md', false],
  ['en/docs/cooking.md', true],
])('example queries are hidden unless the content includes their guide: %s', async (file, isHidden) => {
  const site = await createTestSite({ files: { ...categories, [file]: page({ title: 'A page' }) } })
  for (const path of ['/en/search', '/en/docs']) {
    const text = await (await site.app.request(path, html)).text()
    expect([path, /<div hidden=""><h2>Try/.test(text)]).toEqual([path, isHidden])
  }
  await site.close()
})
