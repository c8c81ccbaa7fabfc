import { test } from 'bun:test'
import { expect, openSite } from './browser.ts'
import { fakeTicker } from './fake-ticker.ts'
import { connectionBadge, countAlive, livePrice, put } from './live-markup.tsx'

const site = openSite({ hasMotion: true })
/** Path of a page that is longer than a window */
const path = '/en/docs/start/quick-start'

test('an island keeps the server’s view until a newer price, and follows prices while attached', async () => {
  const page = await site.visit(path)
  const ticker = await fakeTicker(page)
  await put(page, livePrice('BTCUSDT', 64_250.31))
  const price = page.locator('.live-price')
  await expect.poll(ticker.subscribed).toEqual(['BTCUSDT 1'])
  await expect(price).toHaveText('64,250.31')
  ticker.tick('BTCUSDT', 64_251)
  await expect(price).toHaveText('64,251.00▲')
  ticker.tick('BTCUSDT', 64_249.5)
  await expect(price).toHaveText('64,249.50▼')

  // An island added while prices are live first hydrates with its own price: a mismatch would log an error and fail the
  // test.
  await put(page, livePrice('BTCUSDT', 10))
  await expect(price).toHaveText(['64,249.50▲', '64,249.50▼'])
  await price.first().evaluate((each) => each.closest('kurs-island')?.remove())
  await expect(price).toHaveCount(1)

  // A removed island unsubscribes; if it is inserted again, it subscribes anew.
  const island = await page.locator('kurs-island').elementHandle()
  await island?.evaluate((element) => element.remove())
  await expect.poll(ticker.subscribed).toEqual([])
  await page.locator('main').evaluate((content, element) => content.prepend(element ?? ''), island)
  await expect.poll(ticker.subscribed).toEqual(['BTCUSDT 1'])
  ticker.tick('BTCUSDT', 9)
  await expect(price).toHaveText('9.00▼')
})

test('an island out of view loads nothing until seen, unless it starts on load', async () => {
  const scripts: string[] = []
  const page = await site.visit(path, { onResponse: (response) => void scripts.push(response.url()) })
  const ticker = await fakeTicker(page)
  await page.waitForLoadState('networkidle')
  const before = scripts.length
  await put(page, livePrice('BTCUSDT', 1), 'beforeend')
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.waitForLoadState('networkidle')
  expect(scripts.slice(before)).toEqual([])
  expect(ticker.log).toEqual([])
  await page.locator('kurs-island').scrollIntoViewIfNeeded()
  await expect.poll(ticker.subscribed).toEqual(['BTCUSDT 1'])
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await put(page, livePrice('ETHUSDT', 1, { when: 'load' }), 'beforeend')
  await expect.poll(ticker.subscribed).toEqual(['BTCUSDT 1', 'ETHUSDT 1'])
})

test('an island whose props change and change back before its script loads starts once', async () => {
  const page = await site.visit(path)
  const ticker = await fakeTicker(page)
  await put(page, livePrice('BTCUSDT', 10, { when: 'load' }))
  await page.locator('kurs-island').evaluate(async (island) => {
    for (const price of ['20', '10']) {
      const json = document.createElement('script')
      json.type = 'application/json'
      json.textContent = island.querySelector('script')?.textContent.replace(/\d+(?=,"digits")/, price) ?? ''
      island.querySelector('script')?.replaceWith(json)
      await Promise.resolve()
    }
  })
  await expect.poll(ticker.subscribed).toEqual(['BTCUSDT 1'])
  ticker.tick('BTCUSDT', 11)
  // A hydration mismatch would log an error and fail the test.
  await expect(page.locator('.live-price')).toHaveText('11.00▲')
})

test('an island removed or changed before hydration logs no error', async () => {
  const page = await site.visit(path)
  const ticker = await fakeTicker(page)
  // Reacts with a mutation observer, because mutation observers run before effects.
  await page.evaluate(() =>
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const island = (target as Element).closest('kurs-island')
        const json = document.createElement('script')
        json.type = 'application/json'
        json.textContent = island?.querySelector('script')?.textContent.replace('"last":20', '"last":30') ?? ''
        if (json.textContent.includes('BTCUSDT')) island?.remove()
        else island?.querySelector('script')?.replaceWith(json)
      }
    }).observe(document.body, { subtree: true, attributeFilter: ['hx-morph-skip'] }),
  )
  await put(page, livePrice('BTCUSDT', 10) + livePrice('ETHUSDT', 20))
  await expect(page.locator('kurs-island')).toHaveCount(1)
  await expect(page.locator('.live-price')).toHaveText('30.00')
  // A hydration mismatch would log an error and fail the test.
  await expect.poll(ticker.subscribed).toEqual(['ETHUSDT 1'])
})

test('an island that is moved keeps running', async () => {
  const page = await site.visit(path)
  const ticker = await fakeTicker(page)
  await put(page, livePrice('BTCUSDT', 10) + livePrice('ETHUSDT', 10))
  await expect.poll(ticker.subscribed).toEqual(['BTCUSDT 1', 'ETHUSDT 1'])
  ticker.tick('BTCUSDT', 11)
  await expect(page.locator('.live-price').first()).toHaveText('11.00▲')
  await page
    .locator('kurs-island')
    .first()
    .evaluate((island) => island.parentElement?.append(island))
  await page.locator('kurs-island').last().scrollIntoViewIfNeeded()
  ticker.tick('BTCUSDT', 12)
  await expect(page.locator('.live-price').last()).toHaveText('12.00▲')
  expect(ticker.log.filter((line) => line.endsWith('BTCUSDT 1'))).toEqual(['subscribe BTCUSDT 1'])
})

test('a morph preserves an island, changes its props, replaces it, and removes it', async () => {
  const page = await site.visit('/en/search?q=kurs')
  const ticker = await fakeTicker(page)
  let answer = `<div id="kurs--search-results" class="search-results"><h2>One</h2>${livePrice('BTCUSDT', 10)}</div>`
  await page.route(/\/search\?/, (route) => route.fulfill({ contentType: 'text/html', body: answer }))
  const ask = async (query: string, heading: string) => {
    await page.locator('input[name=q]').first().fill(query)
    await expect(page.locator('.search-results h2')).toHaveText(heading)
  }
  await ask('one', 'One')
  await expect.poll(ticker.subscribed).toEqual(['BTCUSDT 1'])
  ticker.tick('BTCUSDT', 11)
  await expect(page.locator('.live-price')).toHaveText('11.00▲')
  answer = answer.replace('One', 'Two')
  await ask('two', 'Two')
  ticker.tick('BTCUSDT', 12)
  await expect(page.locator('.live-price')).toHaveText('12.00▲')
  expect(ticker.log).toEqual(['connect', 'subscribe BTCUSDT 1'])
  answer = `<div id="kurs--search-results" class="search-results"><h2>Other</h2>${livePrice('ETHUSDT', 20)}</div>`
  await ask('other', 'Other')
  await expect(page.locator('.live-price')).toHaveText('20.00')
  await expect.poll(ticker.subscribed).toEqual(['ETHUSDT 1'])
  ticker.tick('ETHUSDT', 19)
  await expect(page.locator('.live-price')).toHaveText('19.00▼')
  answer = `<div id="kurs--search-results" class="search-results"><h2>Badge</h2>${connectionBadge()}</div>`
  await ask('badge', 'Badge')
  await expect(page.locator('.connection-badge')).toHaveAttribute('data-state', 'live')
  await expect(page.locator('.live-price')).toHaveCount(0)
  answer = `<div id="kurs--search-results" class="search-results"><h2>Price</h2>${livePrice('BTCUSDT', 30)}</div>`
  await ask('price', 'Price')
  await expect(page.locator('.live-price')).toHaveText('30.00')
  answer = '<div id="kurs--search-results" class="search-results"><h2>Three</h2></div>'
  await ask('three', 'Three')
  await expect.poll(() => ticker.log.at(-1)).toBe('unsubscribe BTCUSDT 1')
})

test('islands run again when a reader returns to the page', async () => {
  const page = await site.visit('/en/docs')
  const ticker = await fakeTicker(page)
  await put(page, livePrice('BTCUSDT', 10))
  await expect.poll(ticker.subscribed).toEqual(['BTCUSDT 1'])
  await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
  })
  await expect.poll(() => ticker.log.at(-1)).toBe('close')
  await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect.poll(ticker.subscribed).toEqual(['BTCUSDT 1'])
  ticker.tick('BTCUSDT', 12)
  await expect(page.locator('.live-price')).toHaveText('12.00▲')
})

test('a failing or unknown island keeps the server’s view and logs an error', async () => {
  const said: string[] = []
  const page = await site.visit(path, { provokes: /island (live-price|nobody)|RangeError/ })
  page.on('console', (message) => void said.push(message.text()))
  await put(page, livePrice('BTCUSDT', 10).replace('"digits":2', '"digits":2000'))
  await expect.poll(() => said.some((text) => text.startsWith('island live-price failed'))).toBe(true)
  await expect(page.locator('.live-price')).toHaveText('10.00')
  await page.locator('kurs-island').evaluate((island) => island.remove())
  await put(page, livePrice('BTCUSDT', 10, { name: 'nobody' }))
  await expect.poll(() => said.some((text) => text.startsWith('island nobody failed to start'))).toBe(true)
  await expect(page.locator('.live-price')).toHaveText('10.00')
  expect(await countAlive(page)).toBe(0)
})
