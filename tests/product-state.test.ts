import { afterAll, expect, test } from 'bun:test'
import { productState } from '../src/content/product-state.ts'
import { createTestSite } from './site.ts'

const site = await createTestSite({ files: {} })
afterAll(() => site.close())

const [ready] = productState

test('everything listed as ready is served in both languages', () => {
  const served = new Set(site.app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path))
  for (const { address } of ready.items) {
    // Adds the language prefix, which API paths do not have.
    const english = address.startsWith('/api/') ? address : `/en${address}`
    expect([address, served.has(address), served.has(english)]).toEqual([address, true, true])
  }
})

test('each item links to a documentation page in both languages', async () => {
  const pages = await Array.fromAsync(new Bun.Glob('{ru,en}/docs/**/*.md').scan('content'))
  const addresses = pages.map((page) => page.replaceAll(/(?<=\/)\d+\./g, ''))
  for (const { slug } of productState.flatMap(({ items }) => [...items])) {
    expect(addresses).toEqual(expect.arrayContaining([`ru/docs/${slug}.md`, `en/docs/${slug}.md`]))
  }
})
