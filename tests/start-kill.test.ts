import { afterAll, expect, test } from 'bun:test'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../src/config.ts'
import { searchContent } from '../src/content/search/search.ts'
import { openDb } from '../src/db/client.ts'
import { copyContent } from '../src/main/prepared/prepared-content.ts'
import { createTestSite, page } from './site.ts'
import { inherited, openWorkplaces } from './workplace.ts'

const home = await mkdtemp(join(tmpdir(), 'kurs-start-kill-'))
afterAll(() => rm(home, { recursive: true, force: true }))
const { workplace, start, running, folder } = openWorkplaces()
const kills = 10

test('a first start killed at ten moments is complete after the next start', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `page-${at}`)
  const files = names.map((name) => [`en/docs/${name}.md`, page({ title: name }, `About ${name}.`)])
  const env = await workplace(Object.fromEntries(files))
  // Measures a complete start in another folder, to choose the moments of the kills.
  const begunAt = performance.now()
  await start({ ...env, DATA_DIR: join(folder(), 'other') })
  const wholeMs = performance.now() - begunAt
  running()?.kill('SIGKILL')
  for (let kill = 0; kill < kills; kill++) {
    const starting = start(env).catch(() => undefined)
    await Promise.race([starting, Bun.sleep((wholeMs * kill) / kills)])
    running()?.kill('SIGKILL')
    await starting
  }
  const url = await start(env)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  for (const name of names) expect(await (await fetch(`${url}/en/docs/${name}`)).text()).toContain(`About ${name}.`)
  expect(await (await fetch(`${url}/en/search?q=page-11`)).text()).toContain('/en/docs/page-11')
}, 600_000)

test('an update killed at ten moments leaves either the old or the new content', async () => {
  const words = ['zebra', 'quagga']
  const prepared: string[] = []
  for (const word of words) {
    const texts = Array.from({ length: 30 }, (_, at) => [`en/docs/${at}.md`, page({ title: `${word} ${at}` }, word)])
    await using site = await openSite(Object.fromEntries(texts))
    const to = join(home, word)
    await mkdir(to)
    await copyContent(readConfig({ DATA_DIR: site.dataDir }), to)
    prepared.push(join(to, 'content.db'))
  }
  const into = join(home, 'content.db')
  await cp(prepared[0] ?? '', into)
  for (let kill = 0; kill < kills; kill++) {
    const command = [process.execPath, join(import.meta.dir, 'adopting-process.ts'), into, ...prepared.toReversed()]
    const child = Bun.spawn(command, { env: inherited(), stdout: 'pipe' })
    const reader = child.stdout.getReader()
    await reader.read()
    // Kills the process at some moment of its next adoption, which takes some 20 ms.
    await Bun.sleep(2 * kill)
    child.kill('SIGKILL')
    await child.exited
    const db = await openDb({ url: `file:${into}` })
    const [check] = (await db.client.execute('pragma integrity_check')).rows
    expect(check?.integrity_check).toBe('ok')
    const titles = (await db.readAll('select title from _content_docs_en')()).map(([title]) => `${title}`.split(' ')[0])
    expect([titles.length, new Set(titles).size]).toEqual([30, 1])
    const found = await Promise.all(words.map((query) => searchContent(db, { locale: 'en', query })))
    expect(found.map(({ total }) => total > 0)).toEqual(words.map((word) => word === titles[0]))
    await db.close()
  }
}, 600_000)

async function openSite(files: Record<string, string>) {
  const site = await createTestSite({ files })
  return { ...site, [Symbol.asyncDispose]: site.close }
}
