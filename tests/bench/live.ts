import { chromium, type Page } from 'playwright'
import { ensureChromium } from '../e2e/chromium.ts'
import { median } from './load.ts'
import type { Report } from './report.ts'

const warmUpMs = 3000
const roundMs = 5000
const rounds = 5

/**
 * Measures the cost of live prices on a page: how busy its main thread is with twelve assets that tick four times a
 * second, on a processor four times slower than this one. Prices come from the demo market through the ticker and the
 * stock client. The thread's processor time in the quietest round counts, because other work on the machine makes every
 * round slower.
 */
export async function benchLive(report: Report, port: number): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(() => undefined),
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  let ticks = 0
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      // A binary frame has one tick, a frame `ticks` a list of them.
      if (typeof payload !== 'string') ticks++
      else if (payload.startsWith('42["ticks"')) ticks += JSON.parse(payload.slice(2))[1].length
    }),
  )
  await untilPriced(port)
  await page.goto(`http://127.0.0.1:${port}/en`)
  await page.locator('.home-strip').scrollIntoViewIfNeeded()
  await page.locator('.connection-badge[data-state=live]').waitFor()
  await page.waitForTimeout(warmUpMs)
  const shares: number[] = []
  const rates: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = ticks
    const { busy, seconds } = await measure(page)
    shares.push(busy)
    rates.push((ticks - before) / seconds)
  }
  await browser.close()
  report('live page: ticks that arrive', median(rates), '1/s', { atLeast: 12 * 3 })
  report('live page: main thread busy at a quarter of the speed', Math.min(...shares) * 100, '%', { atMost: 5 })
}

/** Returns the share of time in which the main thread works, by its own clock, and the measured duration. */
async function measure(page: Page): Promise<{ busy: number; seconds: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await readMetrics()
  await page.waitForTimeout(roundMs)
  const after = await readMetrics()
  const seconds = after.at - before.at
  await session.detach()
  return { busy: (after.busy - before.busy) / seconds, seconds }

  async function readMetrics() {
    const { metrics } = await session.send('Performance.getMetrics')
    const read = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
    return { busy: read('TaskDuration'), at: performance.now() / 1000 }
  }
}

/** Waits for the first price, without which the landing page has no strip of prices. */
async function untilPriced(port: number): Promise<void> {
  for (;;) {
    const html = await (await fetch(`http://127.0.0.1:${port}/en`)).text()
    if (html.includes('data-island="ticker-strip"')) return
    await Bun.sleep(100)
  }
}
