import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateDocs } from './generate.ts'
import { load, median } from './load.ts'
import type { Report } from './report.ts'

const path = '/docs/section-1/page-10'
const headers = ['Accept: text/html', 'Accept-Encoding: br', 'Cookie: i18n_redirected=ru']
const windowMs = 400
const windows = 30

/**
 * Measures the cost of generating 90 days of demo prices in a new folder, and of pages requested meanwhile. Alternates
 * between a server that generates its history and one that already has it; the other one is suspended.
 */
export async function benchFirstStart(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-bench-'))
  const contentDir = join(folder, 'content')
  await generateDocs(contentDir, 'ru', 20)
  const filled = startServer(contentDir, join(folder, 'filled'))
  const filledPort = Number((await filled.said(/^(\d+)\n/))[1])
  const startedAt = performance.now()
  const [, seconds] = await filled.said(/^filled (\S+)$/m)
  report('first start: until 90 days of 12 assets are there', (performance.now() - startedAt) / 1000, 's')
  report('first start: processor time of the whole process', Number(seconds), 's', { atMost: 11.5 })
  const [, minutes] = await filled.said(/^minutes (\d+)$/m)
  report('first start: minutes written', Number(minutes), '', { atLeast: 12 * 90 * 1440 })

  const filling = startServer(contentDir, join(folder, 'filling'))
  const fillingPort = Number((await filling.said(/^(\d+)\n/))[1])
  // Warms up both servers until the page is cached and the code that serves it is compiled.
  for (const port of [fillingPort, filledPort]) await rateOf(port)
  const rates: [meanwhile: number, after: number][] = []
  for (let round = 0; round < windows && !filling.hasSaid(/^filled/m); round++) {
    filled.signal('SIGSTOP')
    const meanwhile = await rateOf(fillingPort)
    filling.signal('SIGSTOP')
    filled.signal('SIGCONT')
    rates.push([meanwhile, await rateOf(filledPort)])
    filling.signal('SIGCONT')
  }
  for (const server of [filling, filled]) await server.stop()
  await rm(folder, { recursive: true, force: true })
  report('first start: cached pages while the history is made', median(rates.map(([meanwhile]) => meanwhile)), 'req/s')
  report('first start: cached pages when it is there', median(rates.map(([, after]) => after)), 'req/s')
  const ratio = median(rates.map(([meanwhile, after]) => meanwhile / after))
  report('ratio, meanwhile to after', ratio, '', { atLeast: 0.9 })
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
    signal: (name: NodeJS.Signals) => child.kill(name),
    stop: async () => {
      child.kill()
      await ended
    },
  }
}
