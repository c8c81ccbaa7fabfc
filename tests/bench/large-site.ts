import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateDocs } from './generate.ts'
import { median } from './load.ts'
import type { Report } from './report.ts'

const pagesOfLanguage = 10_000
const edits = 7
const dumps = ['/__nuxt_content/docs_ru/sql_dump', '/__nuxt_content/docs_en/sql_dump.txt']

export interface LargeSite {
  /** Folder of the site's texts and data */
  folder: string
  /** Whether the folder contains the site of an earlier run */
  isMade: boolean
}

/**
 * Measures a site of 20,000 short pages: the effect of an edit, a start without changes, and the effect of dumps on
 * concurrent readers.
 */
export async function benchLargeSite(report: Report, { folder, isMade }: LargeSite): Promise<void> {
  const contentDir = join(folder, 'content')
  const dataDir = join(folder, 'data')
  if (!isMade) {
    for (const locale of ['ru', 'en'] as const) await generateDocs(contentDir, locale, pagesOfLanguage, 2)
  }
  const first = await start(contentDir, dataDir)
  if (!isMade) report('20,000 pages: ingest, processor time', first.cpuSeconds(), 's')
  await first.stop()
  // Starts the site once more before the measurement: files written just before an ingest are read again by the next
  // start.
  await (await start(contentDir, dataDir)).stop()
  const site = await start(contentDir, dataDir)
  report('20,000 pages: start with nothing changed, processor time', site.cpuSeconds(), 's', { atMost: 1 })
  await benchEdits(report, site.port, contentDir)
  await benchMemory(report, site, 'edits')
  for (const path of dumps) await benchDumpOf(report, site.port, path)
  await benchMemory(report, site, 'dumps')
  await site.stop()
}

/** Time after which unneeded memory has been released, ms */
const restMs = 10_000

async function benchMemory(report: Report, { memoryMb }: { memoryMb(): number }, what: string): Promise<void> {
  report(`20,000 pages: memory at the end of ${what}`, memoryMb(), 'MB', { atMost: 300 })
  await Bun.sleep(restMs)
  report(`20,000 pages: memory 10 s after ${what}`, memoryMb(), 'MB', { atMost: 300 })
}

async function benchEdits(report: Report, port: number, contentDir: string): Promise<void> {
  const file = join(contentDir, 'ru/docs/100.section-100/7.page-4956.md')
  const text = await readFile(file, 'utf8')
  const url = `http://127.0.0.1:${port}/docs/section-100/page-4956`
  for (const [what, changed] of [
    ['text', (word: string) => `${text}\n\n${word}\n`],
    ['title', (word: string) => text.replace(/^title: .*$/m, `title: ${word}`)],
  ] as const) {
    const visible: number[] = []
    const longest: number[] = []
    for (let n = 0; n < edits; n++) {
      const word = `edit-${what}-${n}-${Date.now()}`
      const meanwhile = askMeanwhile(`http://127.0.0.1:${port}/docs/section-3/page-102`)
      const at = performance.now()
      await writeFile(file, changed(word))
      while (!(await (await fetch(url)).text()).includes(word)) await Bun.sleep(5)
      visible.push(performance.now() - at)
      longest.push(await meanwhile.stop())
    }
    report(`20,000 pages: an edit of a ${what} is visible after, first`, visible[0] ?? 0, 'ms', { atMost: 1000 })
    report(`20,000 pages: an edit of a ${what} is visible after, median`, median(visible), 'ms', { atMost: 1000 })
    report(`20,000 pages: longest answer meanwhile, median of ${edits}`, median(longest), 'ms', { atMost: 50 })
  }
  await writeFile(file, text)
  // Dumps are cached by content version: wait until the last edit is ingested.
  while ((await (await fetch(url)).text()).includes('edit-title-')) await Bun.sleep(5)
}

async function benchDumpOf(report: Report, port: number, path: string): Promise<void> {
  const read = async () => {
    const meanwhile = askMeanwhile(`http://127.0.0.1:${port}/docs/section-3/page-102`)
    const at = performance.now()
    let bytes = 0
    const { body } = await fetch(`http://127.0.0.1:${port}${path}`)
    for await (const chunk of body ?? []) bytes += chunk.byteLength
    return { seconds: (performance.now() - at) / 1000, bytes, longest: await meanwhile.stop() }
  }
  const first = await read()
  report(`${path}: first request`, first.seconds, 's')
  report(`${path}: longest answer meanwhile`, first.longest, 'ms')
  report(`${path}: size`, first.bytes / 1e6, 'MB')
  report(`${path}: second request`, (await read()).seconds, 's', { atMost: 1 })
}

/** Sends one request after the other, as a reader's browser would. `stop` returns the longest response time, ms. */
function askMeanwhile(url: string): { stop(): Promise<number> } {
  let isOver = false
  let longest = 0
  const asking = (async () => {
    while (!isOver) {
      const at = performance.now()
      await (await fetch(url)).text()
      longest = Math.max(longest, performance.now() - at)
      await Bun.sleep(2)
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await asking
      return longest
    },
  }
}

async function start(contentDir: string, dataDir: string) {
  const command = [process.execPath, join(import.meta.dir, 'app-server.ts'), contentDir, dataDir]
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'ignore' })
  const port = await portOf(child.stdout)
  await (await fetch(`http://127.0.0.1:${port}/docs/section-1/page-1`)).text()
  const ticks = () => readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return {
    port,
    /** Processor time of all the server's threads so far; Linux counts in hundredths of a second */
    cpuSeconds: () => (Number(ticks()[11]) + Number(ticks()[12])) / 100,
    memoryMb: () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: async () => {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

async function portOf(stdout: ReadableStream<Uint8Array>): Promise<number> {
  for await (const chunk of stdout) {
    const port = /^(\d+)\n/.exec(new TextDecoder().decode(chunk))?.[1]
    if (port) return Number(port)
  }
  throw new Error('The server did not start')
}
