/**
 * `bun run lighthouse`: Lighthouse scores of pages with mobile settings, on a dedicated server and browser. Arguments
 * filter pages by parts of URLs. Exits with 1 when a page misses its goals; run it on an otherwise idle machine.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright'
import { openDb } from '../src/db/client.ts'
import { makeAdministrator } from './administrator.ts'
import { ensureChromium } from './e2e/chromium.ts'
import { ownProject, startServer } from './server-process.ts'

const kinds = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Goals = Record<(typeof kinds)[number], number>

/** Components of the performance score, heaviest first */
const metrics = {
  blocking: 'total-blocking-time',
  'largest paint': 'largest-contentful-paint',
  shift: 'cumulative-layout-shift',
  'first paint': 'first-contentful-paint',
} as const

const indexed: Goals = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 }
/** Goals of pages with `noindex`: asking crawlers to stay away alone costs a third of the SEO points. */
const hidden: Goals = { ...indexed, seo: 0 }
const app: Goals = { ...hidden, performance: 95 }

const pages: { path: string; goals: Goals; isApp?: boolean }[] = [
  { path: '/', goals: indexed },
  { path: '/docs/writing/blocks', goals: indexed },
  { path: '/blog/product/hello-kurs', goals: indexed },
  { path: '/search?q=курс', goals: hidden },
  { path: '/login', goals: hidden },
  { path: '/app', goals: app, isApp: true },
  { path: '/app/charts', goals: app, isApp: true },
]

/**
 * Scores vary between runs, so only the run with the median performance counts, as Lighthouse's guide to variability
 * says.
 */
const runs = 3

const words = process.argv.slice(2)
const dataDir = await mkdtemp(join(tmpdir(), 'kurs-lighthouse-'))
const server = await startServer({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }, ownProject)
const port = 20_000 + (process.pid % 20_000)
const executablePath = await ensureChromium((message) => process.stdout.write(`${message}\n`))
const browser = await chromium.launch({ executablePath, args: [`--remote-debugging-port=${port}`] })
try {
  const db = await openDb({ url: `file:${join(dataDir, 'app.db')}` })
  const { cookie } = await makeAdministrator(db, 'Lighthouse', server.url)
  await db.close()
  process.stdout.write(`${['page'.padEnd(28), ...kinds, ...Object.keys(metrics)].join('  ')}\n`)
  for (const { path, goals, isApp } of pages.filter((page) => words.every((word) => page.path.includes(word)))) {
    const { scores, told } = await judge(`${server.url}${path}`, isApp ? { cookie } : {})
    const cells = kinds.map((kind) => {
      const isLow = scores[kind] < goals[kind]
      if (isLow) process.exitCode = 1
      return `${scores[kind]}${isLow ? ` < ${goals[kind]}` : ''}`.padEnd(kind.length)
    })
    process.stdout.write(`${[path.padEnd(28), ...cells, ...told].join('  ')}\n`)
  }
} finally {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

interface Judgement {
  scores: Goals
  /** Values of `metrics`, formatted by Lighthouse */
  told: string[]
}

async function judge(url: string, extraHeaders: Record<string, string>): Promise<Judgement> {
  const judged: Judgement[] = []
  while (judged.length < runs) judged.push(await judgeOnce(url, extraHeaders))
  const [middle] = judged.toSorted((a, b) => a.scores.performance - b.scores.performance).slice(runs >> 1)
  if (!middle) throw new Error(`${url}: no result`)
  return middle
}

async function judgeOnce(url: string, extraHeaders: Record<string, string>): Promise<Judgement> {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...kinds], extraHeaders })
  if (!result || result.lhr.runtimeError) throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`)
  const { audits, categories } = result.lhr
  const scoreOf = (kind: string) => Math.round((categories[kind]?.score ?? 0) * 100)
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    told: Object.entries(metrics).map(([name, id]) => (audits[id]?.displayValue ?? '?').padEnd(name.length)),
  }
}
