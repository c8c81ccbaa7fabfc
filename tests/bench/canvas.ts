import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, type CDPSession, chromium } from 'playwright'
import { ensureChromium } from '../e2e/chromium.ts'
import type { BenchCandle, BenchRenderer } from './canvas/renderer.ts'
import { seeded } from './generate.ts'
import { median } from './load.ts'
import type { Report } from './report.ts'

const candleCount = 5000
const visible = 200
const frames = 60
const rounds = 7
const renderers = ['library', 'own'] as const
type Figure = 'paint' | 'tick' | 'pan'

/** Globals of the page in which a renderer runs */
interface BenchPage {
  createRenderer(host: HTMLElement): BenchRenderer
  shown: BenchRenderer
  candles: BenchCandle[]
}

/**
 * Compares the chart library with a renderer that draws only candles, axes, the last price and a crosshair, in turn on a
 * processor four times slower than this one: bytes, time to the first paint, and work of a tick and of a step of panning.
 */
export async function benchCanvas(report: Report): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(() => undefined),
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  const codes = { library: await bundle('library'), own: await bundle('own') }
  const times = { library: emptyTimes(), own: emptyTimes() }
  for (let round = 0; round <= rounds; round++) {
    for (const name of renderers) {
      const measured = await measure(browser, codes[name])
      // The first round warms up the browser.
      if (round > 0) for (const figure of ['paint', 'tick', 'pan'] as const) times[name][figure].push(measured[figure])
    }
  }
  await browser.close()
  const bytes = (code: string) => brotliCompressSync(code).length / 1024
  report('own canvas renderer: code', bytes(codes.own), 'KB')
  report('    chart library', bytes(codes.library), 'KB')
  const words = { paint: 'first paint of 5,000 candles', tick: 'a tick', pan: 'a step of panning' }
  for (const figure of ['paint', 'tick', 'pan'] as const) {
    report(`own canvas renderer: ${words[figure]} at a quarter of the speed`, median(times.own[figure]), 'ms')
    report('    chart library', median(times.library[figure]), 'ms')
  }
}

const emptyTimes = (): Record<Figure, number[]> => ({ paint: [], tick: [], pan: [] })

async function bundle(name: (typeof renderers)[number]): Promise<string> {
  const entrypoint = join(import.meta.dir, 'canvas', `${name}-renderer.ts`)
  const { outputs } = await Bun.build({ entrypoints: [entrypoint], target: 'browser', format: 'iife', minify: true })
  return (await outputs[0]?.text()) ?? ''
}

function someCandles(): BenchCandle[] {
  const random = seeded(5)
  let close = 100
  return Array.from({ length: candleCount }, (_, n) => {
    const open = close
    close += random() - 0.5
    return {
      time: 1.7e9 + n * 60,
      open,
      close,
      high: Math.max(open, close) + random(),
      low: Math.min(open, close) - random(),
    }
  })
}

async function measure(browser: Browser, code: string): Promise<Record<Figure, number>> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.setContent('<div id="host" style="position:relative;width:1200px;height:700px"></div>')
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.evaluate((candles) => void Object.assign(globalThis, { candles }), someCandles())
  const idle = await workOf(session, () => page.evaluate(nextFrames, 2))
  const paint = await workOf(session, async () => {
    await page.evaluate(code)
    await page.evaluate(show, visible)
  })
  await page.mouse.move(600, 300)
  const empty = await workOf(session, () => page.evaluate(nextFrames, frames))
  const tick = await workOf(session, () => page.evaluate(tickEachFrame, frames))
  const pan = await workOf(session, () => page.evaluate(panEachFrame, frames))
  await page.close()
  return { paint: paint - idle, tick: (tick - empty) / frames, pan: (pan - empty) / frames }
}

/** Returns the time that the main thread works on an act, by its own clock, ms. */
async function workOf(session: CDPSession, act: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
  const before = await read()
  await act()
  return (await read()) - before
}

// The functions below run in the page.

async function nextFrames(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise(requestAnimationFrame)
}

async function show(visible: number): Promise<void> {
  const page = globalThis as unknown as BenchPage
  const host = document.querySelector<HTMLElement>('#host')
  if (!host) return
  page.shown = page.createRenderer(host)
  page.shown.set(page.candles, visible)
  for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame)
}

async function tickEachFrame(count: number): Promise<void> {
  const { shown, candles } = globalThis as unknown as BenchPage
  const last = candles.at(-1)
  if (!last) return
  for (let n = 0; n < count; n++) {
    const close = last.open + Math.sin(n)
    shown.update({ ...last, close, high: Math.max(last.high, close), low: Math.min(last.low, close) })
    await new Promise(requestAnimationFrame)
  }
}

async function panEachFrame(count: number): Promise<void> {
  const { shown } = globalThis as unknown as BenchPage
  for (let n = 0; n < count; n++) {
    shown.pan(-3)
    await new Promise(requestAnimationFrame)
  }
}
