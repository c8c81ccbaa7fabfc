import { afterAll, expect, test } from 'bun:test'
import { productState } from '../src/content/product-state.ts'
import { createTestSite } from './site.ts'

const site = await createTestSite({ files: {} })
afterAll(() => site.close())

const [ready, soon] = productState

test('what is said to be ready is served, in both languages', () => {
  const served = new Set(site.app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path))
  for (const { address } of ready.items) {
    expect([address, served.has(address), served.has(`/en${address}`)]).toEqual([address, true, true])
  }
})

test('what is said to come is not there yet', async () => {
  for (const { address } of soon.items)
    expect([address, (await site.app.request(address)).status]).toEqual([address, 404])
})

test('the top of the landing page says the same of what is to come', async () => {
  for (const [address, words] of [
    ['/', 'Скоро: OpenAPI и токены'],
    ['/en', 'Soon: OpenAPI and tokens'],
  ] as const) {
    const html = await (await site.app.request(address)).text()
    expect(html.replaceAll('<!-- -->', '')).toContain(`<li class="is-soon">${words}</li>`)
  }
})

test('each leads to a page of the documentation in both languages', async () => {
  const pages = await Array.fromAsync(new Bun.Glob('{ru,en}/docs/**/*.md').scan('content'))
  const addresses = pages.map((page) => page.replaceAll(/(?<=\/)\d+\./g, ''))
  for (const { slug } of productState.flatMap(({ items }) => [...items])) {
    expect(addresses).toEqual(expect.arrayContaining([`ru/docs/${slug}.md`, `en/docs/${slug}.md`]))
  }
})
