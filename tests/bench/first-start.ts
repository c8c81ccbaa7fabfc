import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateDocs } from './generate.ts'
import { load, median } from './load.ts'
import type { Report } from './report.ts'

const path = '/docs/section-1/page-10'
const headers = ['Accept: text/html', 'Accept-Encoding: br', 'Cookie: i18n_redirected=ru']
const windowMs = 1000
const windows = 12

/** What 90 days of demo prices cost a new folder, and the pages that are asked for meanwhile. */
export async function benchFirstStart(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-bench-'))
  const contentDir = join(folder, 'content')
  await generateDocs(contentDir, 'ru', 20)
  const quiet = startServer(contentDir, join(folder, 'quiet'))
  await quiet.said(/^\d+\n/)
  const startedAt = performance.now()
  const [, seconds] = await quiet.said(/^filled (\S+)$/m)
  report('first start: until 90 days of 12 assets are there', (performance.now() - startedAt) / 1000, 's')
  report('first start: processor time of the whole process', Number(seconds), 's', { atMost: 11.5 })
  const [, minutes] = await quiet.said(/^minutes (\d+)$/m)
  report('first start: minutes written', Number(minutes), '', { atLeast: 12 * 90 * 1440 })
  await quiet.stop()

  const busy = startServer(contentDir, join(folder, 'busy'))
  const port = Number((await busy.said(/^(\d+)\n/))[1])
  // Until the page is kept, and the code that answers with it compiled.
  for (let round = 0; round < 3; round++) await rateOf(port)
  const during: number[] = []
  for (let round = 0; round < windows && !busy.hasSaid(/^filled/m); round++) during.push(await rateOf(port))
  await busy.said(/^minutes/m)
  const after: number[] = []
  for (let round = 0; round < windows; round++) after.push(await rateOf(port))
  await busy.stop()
  await rm(folder, { recursive: true, force: true })
  report('first start: cached pages while the history is made', median(during), 'req/s')
  report('first start: cached pages when it is there', median(after), 'req/s')
  report('ratio, meanwhile to after', median(during) / median(after), '', { atLeast: 0.9 })
}

async function rateOf(port: number): Promise<number> {
  await (await fetch(`http://localhost:${port}${path}`)).text()
  return (await load(port, path, headers, windowMs)).perSecond
}

function startServer(contentDir: string, dataDir: string) {
  const script = join(import.meta.dir, 'first-start-server.ts')
  const child = Bun.spawn([process.execPath, script, contentDir, dataDir], { stdout: 'pipe', stderr: 'inherit' })
  const reading = child.stdout.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const read = async () => {
    for (let more = await reading.read(); !more.done; more = await reading.read()) text += more.value
  }
  const ended = read()
  return {
    hasSaid: (pattern: RegExp) => pattern.test(text),
    said: async (pattern: RegExp) => {
      for (;;) {
        const match = pattern.exec(text)
        if (match) return match
        if (child.exitCode !== null) throw new Error('The server has ended')
        await Bun.sleep(20)
      }
    },
    stop: async () => {
      child.kill()
      await ended
    },
  }
}
