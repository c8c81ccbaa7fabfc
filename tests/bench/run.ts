/**
 * The product's benchmarks, measured side by side in one run. The output shows a figure's bound, if it has one; the
 * process fails when a bound is missed.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import zlib from 'node:zlib'
import { searchContent } from '../../src/content/search/search.ts'
import { openDb } from '../../src/db/client.ts'
import { createTestSite } from '../site.ts'
import { benchBacktest } from './backtest.ts'
import { benchBots } from './bots.ts'
import { benchBroadcast } from './broadcast.ts'
import { benchCandles } from './candles.ts'
import { benchCanvas } from './canvas.ts'
import { compareMutants } from './compare-mutants.ts'
import { benchContent } from './content.ts'
import { benchCostly } from './costly.ts'
import { benchDump } from './dump.ts'
import { benchFirstMinute } from './first-minute.ts'
import { benchFirstStart } from './first-start.ts'
import { benchFirstViews } from './first-views.ts'
import { generateDocs, seeded } from './generate.ts'
import { benchIndicators } from './indicators.ts'
import { benchLargeSite } from './large-site.ts'
import { benchLive } from './live.ts'
import { load, median, percentile } from './load.ts'
import { benchMutation } from './mutation.ts'
import { benchNavigation } from './navigation.ts'
import { benchPeers } from './peers.ts'
import { benchQuery } from './query.ts'
import { benchQueue } from './queue.ts'
import { createReport } from './report.ts'
import { benchRoles } from './roles.ts'
import { benchScreener } from './screener.ts'
import { benchSignIn } from './sign-in.ts'
import { buildStarlight } from './starlight.ts'
import { benchStart } from './start.ts'
import { benchSweep } from './sweep.ts'
import { benchTicker } from './ticker.ts'
import { soakTicker } from './ticker-soak.ts'
import { benchUsers } from './users.ts'
import { buildVitepress } from './vitepress.ts'
import { benchWeight } from './weight.ts'

const folder = await mkdtemp(join(tmpdir(), 'kurs-bench-'))
const children: Bun.Subprocess[] = []
const stopChildren = () => {
  for (const child of children) child.kill()
}
// Stops the child processes after a failure too
process.once('exit', stopChildren)
const { report, missed } = createReport()

async function start(...command: string[]): Promise<number> {
  const child = Bun.spawn([process.execPath, ...command], { stdout: 'pipe', stderr: 'inherit' })
  children.push(child)
  for await (const chunk of child.stdout) {
    const port = /^(\d+)\n/.exec(new TextDecoder().decode(chunk))?.[1]
    if (port) return Number(port)
  }
  throw new Error(`${command.join(' ')} did not start`)
}

const browser = [
  'Accept: text/html',
  'Accept-Encoding: gzip, deflate, br, zstd',
  'Cookie: i18n_redirected=ru',
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64)',
]
const script = (name: string) => join(import.meta.dir, name)

async function benchIngest(): Promise<void> {
  const contentDir = join(folder, 'ingest')
  await generateDocs(contentDir, 'ru', 2000)
  const child = Bun.spawn(
    [
      process.execPath,
      script('ingest-run.ts'),
      contentDir,
      join(folder, 'ingest-data'),
      'ru/docs/3.section-3/7.page-106.md',
    ],
    {
      stdout: 'pipe',
      stderr: 'inherit',
    },
  )
  const figures: Record<string, number> = JSON.parse(await new Response(child.stdout).text())
  report('ingest, cold: 2,000 pages of 900 words', (figures.coldMs ?? 0) / 1000, 's', { atMost: 30 })
  report('ingest, cold: peak memory', figures.peakMiB ?? 0, 'MiB', { atMost: 600 })
  report('ingest after one edit', figures.editMs ?? 0, 'ms', { atMost: 100 })
  report('ingest with nothing changed, 2,000 pages', figures.warmMs ?? 0, 'ms')
}

/** Measures the ingest, then the search in the ingested content. */
async function ingestAndSearch(): Promise<void> {
  await benchIngest()
  await benchSearch()
}

async function benchSearch(): Promise<void> {
  const db = await openDb({ url: `file:${join(folder, 'ingest-data', 'content.db')}`, readOnly: true })
  const queries = [
    'цена',
    'кэш страниц',
    'настройки',
    'сервер',
    'запр',
    'поток данных',
    'сделкаа',
    'пароль ключ',
    'Москва время биржа',
    'ответ из памяти',
    '"свеча цена"',
    'example',
    'handle',
    'с',
    'странцы',
  ]
  // Warms up: a server that has just started answers its first searches slower.
  for (let round = 0; round < 10; round++) {
    for (const query of queries) await searchContent(db, { locale: 'ru', query })
  }
  const random = seeded(7)
  const times: number[] = []
  for (let n = 0; n < 600; n++) {
    const query = queries[Math.floor(random() * queries.length)] ?? ''
    const at = performance.now()
    await searchContent(db, { locale: 'ru', query })
    times.push(performance.now() - at)
  }
  await db.close()
  report('search over 20,000 sections, p50', percentile(times, 0.5), 'ms')
  report('search over 20,000 sections, p99', percentile(times, 0.99), 'ms', { atMost: 15 })
}

async function benchPages(): Promise<void> {
  const large = join(folder, 'large')
  const small = join(folder, 'small')
  for (const locale of ['ru', 'en'] as const) {
    await generateDocs(large, locale, 1000)
    await generateDocs(small, locale, 20)
  }
  const path = '/docs/section-1/page-10'
  const largePort = await start(script('app-server.ts'), large, join(folder, 'large-data'))
  const smallPort = await start(script('app-server.ts'), small, join(folder, 'small-data'))
  const url = `http://localhost:${largePort}${path}`
  await (await fetch(url)).text()
  await fetch(`http://localhost:${smallPort}${path}`).then((response) => response.text())
  // Repeats the request until it is answered from the cache: the first response is streamed, and its copy is cached a
  // moment later.
  let kept = await fetch(url)
  while (!kept.headers.get('etag')) kept = await fetch(url)
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' }, decompress: false })
  const bytes = Buffer.from(await response.arrayBuffer())
  const html = zlib.brotliDecompressSync(bytes).toString()
  report('a 900-word page at 1,000 pages a language: compressed HTML', bytes.length / 1024, 'KB', { atMost: 15 })
  report('a 900-word page at 1,000 pages a language: elements', html.match(/<[a-z][^>]*>/gi)?.length ?? 0, '', {
    atMost: 900,
  })
  const answer = join(folder, 'answer.json')
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !['content-length', 'date', 'connection'].includes(name)),
  )
  await writeFile(answer, JSON.stringify({ headers, body: bytes.toString('base64') }))
  const barePort = await start(script('bare-server.ts'), answer)
  const rounds = { bare: [] as number[], large: [] as number[], small: [] as number[] }
  for (let round = 0; round < 7; round++) {
    rounds.bare.push((await load(barePort, path, browser, 1500)).perSecond)
    rounds.large.push((await load(largePort, path, browser, 1500)).perSecond)
    rounds.small.push((await load(smallPort, path, browser, 1500)).perSecond)
  }
  report('bare Bun.serve answering the same bytes', median(rounds.bare), 'req/s')
  report('cached docs page through the whole app', median(rounds.large), 'req/s')
  const ratio = median(rounds.bare.map((bare, at) => (rounds.large[at] ?? 0) / bare))
  report('ratio, app to bare', ratio, '', { atLeast: 0.8 })
  report(
    'ratio, 1,000 pages a language to 20',
    median(rounds.small.map((few, at) => (rounds.large[at] ?? 0) / few)),
    '',
    { atLeast: 0.85 },
  )
}

async function benchRender(): Promise<void> {
  const contentDir = join(folder, 'rendered')
  await generateDocs(contentDir, 'ru', 20)
  const site = await createTestSite({ contentDir })
  const path = '/docs/section-1/page-10'
  const times: number[] = []
  for (let n = 0; n < 120; n++) {
    site.pages.clear()
    const at = performance.now()
    await (await site.app.request(path)).arrayBuffer()
    times.push(performance.now() - at)
    await site.pages.settled()
  }
  await site.close()
  report('uncached render of a 900-word page', 1000 / median(times.slice(20)), 'req/s')
  report('uncached render, median', median(times.slice(20)), 'ms', { atMost: 3 })
}

let hundreds = 0

/** Starts a site with a hundred pages per language that have not been requested yet. */
async function startHundred(): Promise<{ port: number; contentDir: string }> {
  const home = join(folder, `hundred-${++hundreds}`)
  const contentDir = join(home, 'content')
  for (const locale of ['ru', 'en'] as const) await generateDocs(contentDir, locale, 100)
  return { port: await start(script('app-server.ts'), contentDir, join(home, 'data')), contentDir }
}

async function startOwn(): Promise<{ own: string; docsDir: string; dataDir: string }> {
  const { port, contentDir } = await startHundred()
  return {
    own: `http://127.0.0.1:${port}`,
    docsDir: join(contentDir, 'ru/docs'),
    dataDir: join(contentDir, '../data'),
  }
}

/** Serves the files of another generator. @returns the origin of the server */
async function startPeer(files: string): Promise<string> {
  return `http://127.0.0.1:${await start(script('file-server.ts'), files)}`
}

const ownContent = join(import.meta.dir, '../../content')
const parts = {
  users: () => benchUsers(report),
  screener: () => benchScreener(report),
  canvas: () => benchCanvas(report),
  signIn: () => benchSignIn(report),
  indicators: async () => benchIndicators(report),
  backtest: async () => benchBacktest(report),
  sweep: () => benchSweep(report),
  bots: () => benchBots(report),
  candles: () => benchCandles(report),
  firstStart: () => benchFirstStart(report),
  ticker: () => benchTicker(report),
  roles: () => benchRoles(report),
  queue: () => benchQueue(report),
  ingestAndSearch,
  pages: benchPages,
  render: benchRender,
  firstViews: async () => benchFirstViews(report, (await startHundred()).port, 100),
  weight: async () => {
    const { own, docsDir } = await startOwn()
    const path = '/docs/section-1/page-10'
    const starlight = `${await startPeer(await buildStarlight(join(folder, 'starlight'), docsDir))}${path}/`
    await benchWeight(report, { own: own + path, starlight, rounds: 9 })
  },
  content: () => benchContent(report, ownContent),
  dump: () => benchDump(report, ownContent),
  query: async () => {
    await benchQuery(report, await start(script('app-server.ts'), ownContent, join(folder, 'query-data')))
  },
  costly: async () => {
    const contentDir = join(folder, 'costly')
    await generateDocs(contentDir, 'ru', 500)
    await benchCostly(report, await start(script('app-server.ts'), contentDir, join(folder, 'costly-data')))
  },
  live: async () => benchLive(report, await start(script('app-server.ts'), ownContent, join(folder, 'live-data'))),
  navigation: async ([rounds = '9']: string[] = []) => {
    const { own, docsDir, dataDir } = await startOwn()
    const vitepress = await startPeer(await buildVitepress(join(folder, 'vitepress'), docsDir))
    await benchNavigation(report, { own, vitepress, dataDir, rounds: Number(rounds) })
  },
}
const [only, ...words] = process.argv.slice(2)
/** Parts that take minutes; they run only when named. */
const longParts = {
  largeSite: ([made]: string[]) =>
    benchLargeSite(report, { folder: made ?? join(folder, 'large-site'), isMade: made !== undefined }),
  /** `start [REVISION [ROUNDS]]`: alternates with the code of that revision */
  start: ([before, rounds = '3']: string[]) => benchFirstMinute(report, before, Number(rounds)),
  serving: ([binary]: string[]) => benchStart(report, binary),
  broadcast: ([seconds = '60', many = '1000000']: string[]) => benchBroadcast(report, Number(seconds), Number(many)),
  peers: async ([rounds = '5']: string[]) => {
    const { own, docsDir } = await startOwn()
    const starlight = await startPeer(await buildStarlight(join(folder, 'starlight'), docsDir))
    const vitepress = await startPeer(await buildVitepress(join(folder, 'vitepress'), docsDir))
    await benchPeers(report, { own, starlight, vitepress, rounds: Number(rounds) })
  },
  soak: ([minutes = '5']: string[]) => soakTicker(report, Number(minutes)),
  /**
   * `mutation COUNT SEED TARGET`, or `mutation --against REVISION COUNT SEED FOLDER`: compared with the tests of that
   * revision
   */
  mutation: async ([first = '100', ...rest]: string[]) => {
    if (first !== '--against') return benchMutation(report, Number(first), Number(rest[0] ?? 1), rest[1])
    const [revision = 'HEAD', count = '60', seed = '1', only] = rest
    await compareMutants(report, { revision, count: Number(count), seed: Number(seed), only })
  },
}
const wanted: Record<string, (words: string[]) => Promise<void>> =
  only === undefined ? parts : { ...parts, ...longParts }
if (only !== undefined && !(only in wanted)) {
  throw new Error(`There is no bench "${only}". There are ${Object.keys(wanted).join(', ')}.`)
}
for (const [name, bench] of Object.entries(wanted)) {
  if (only === undefined || only === name) await bench(words)
}
stopChildren()
await rm(folder, { recursive: true, force: true })
process.exitCode = missed() > 0 ? 1 : 0
