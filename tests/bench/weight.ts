import { type Browser, chromium } from 'playwright'
import { ensureChromium } from '../e2e/chromium.ts'
import { median } from './load.ts'
import type { Report } from './report.ts'

/** Time after loading when a page's idle-time work is complete, ms */
const restMs = 1500

interface Load {
  fcp: number
  lcp: number
  /** Total blocking time: the sum of the time beyond 50 ms of each task, ms */
  tbt: number
  longest: number
  scriptKb: number
  fontKb: number
}

export interface WeightBench {
  /** URLs of the same page in both generators */
  own: string
  starlight: string
  rounds: number
}

/**
 * Measures a first visit of a documentation page, compared with the same text in Starlight, on a processor four times
 * slower than this one.
 */
export async function benchWeight(report: Report, { own: url, starlight, rounds }: WeightBench): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(() => undefined),
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  const loads: Record<'own' | 'theirs', Load[]> = { own: [], theirs: [] }
  // The first round is not counted: it warms up the servers.
  for (let round = 0; round <= rounds; round++) {
    const own = await loadOf(browser, url)
    const theirs = await loadOf(browser, starlight)
    if (round === 0) continue
    loads.own.push(own)
    loads.theirs.push(theirs)
  }
  await browser.close()
  const middle = (whose: 'own' | 'theirs', of: keyof Load) => median(loads[whose].map((load) => load[of]))
  const line = (of: keyof Load, what: string, unit: string, bound?: { atMost: number }) => {
    report(`docs page, 4× CPU: ${what}`, middle('own', of), unit, bound)
    report('    Starlight', middle('theirs', of), unit)
  }
  line('fcp', 'first contentful paint', 'ms', { atMost: middle('theirs', 'fcp') })
  line('lcp', 'largest contentful paint', 'ms', { atMost: middle('theirs', 'lcp') })
  line('tbt', 'total blocking time', 'ms', { atMost: middle('theirs', 'tbt') })
  line('longest', 'longest task', 'ms')
  line('scriptKb', 'scripts', 'KB', { atMost: 12 })
  line('fontKb', 'fonts', 'KB', { atMost: 40 })
}

async function loadOf(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(watchLoad)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(restMs)
    return await page.evaluate(readLoad)
  } finally {
    await context.close()
  }
}

declare global {
  interface Window {
    watched?: { tasks: number[]; lcp: number }
  }
}

function watchLoad(): void {
  const watched = { tasks: [] as number[], lcp: 0 }
  window.watched = watched
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    watched.lcp = list.getEntries().at(-1)?.startTime ?? 0
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}

function readLoad(): Load {
  const { tasks = [], lcp = 0 } = window.watched ?? {}
  const files = performance.getEntriesByType('resource')
  const kilobytes = (pattern: RegExp) =>
    files.reduce((sum, file) => {
      const isMeant = file instanceof PerformanceResourceTiming && pattern.test(file.name)
      return sum + (isMeant ? file.encodedBodySize : 0)
    }, 0) / 1024
  return {
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    lcp,
    tbt: tasks.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0),
    longest: Math.max(0, ...tasks),
    scriptKb: kilobytes(/\.js$/),
    fontKb: kilobytes(/\.woff2$/),
  }
}
