import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sourceBundle } from '../src/main/bundle.ts'
import { assetsDir } from './assets-dir.ts'
import { page } from './site.ts'
import { until } from './until.ts'

setDefaultTimeout(600_000)

const root = join(import.meta.dir, '..')
const folder = await mkdtemp(join(tmpdir(), 'kurs-binary-'))
const binary = join(folder, 'kurs')
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What is in the checkout and when it was written, besides what nobody keeps there. */
async function checkout(): Promise<string[]> {
  const names = (await readdir(root, { recursive: true })).filter((name) => !/^(node_modules|\.git)(\/|$)/.test(name))
  const times = await Promise.all(names.map(async (name) => (await stat(join(root, name))).mtimeMs))
  return names.map((name, at) => `${name} ${times[at]}`).sort()
}

test('the single binary serves pages, assets and files from a folder that holds nothing but content', async () => {
  const before = await checkout()
  const compile = [process.execPath, 'src/main/compile.ts', binary]
  const build = Bun.spawn(compile, { cwd: root, stdout: 'ignore', stderr: 'inherit' })
  expect(await build.exited).toBe(0)
  expect(await checkout()).toEqual(before)
  await mkdir(join(folder, 'content/ru/docs'), { recursive: true })
  await writeFile(join(folder, 'content/ru/docs/a.md'), page({ title: 'Из бинарника' }, '```ts\nconst a = 1\n```'))
  const child = Bun.spawn([binary, 'serve'], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', PORT: '0', HISTORY_DAYS: '3' },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const url = await addressOf(child.stderr)
  const html = await (await fetch(`${url}/docs/a`)).text()
  expect(html).toContain('Из бинарника')
  expect(html).toContain('tk-k')
  const assets = [...new Set([...html.matchAll(/"(\/(?:assets\/[^"]+|favicon\.svg))"/g)].map(([, path]) => path))]
  expect(assets.length).toBeGreaterThan(3)
  for (const asset of assets) expect((await fetch(url + asset)).status).toBe(200)
  // On a thread of its own, whose code is in the binary too.
  const sql = 'SELECT "title" FROM _content_docs_ru ORDER BY stem ASC'
  const query = await fetch(`${url}/__nuxt_content/docs_ru/query`, { method: 'POST', body: JSON.stringify({ sql }) })
  expect(await query.json()).toEqual([{ title: 'Из бинарника' }])
  const { folders } = await sourceBundle(assetsDir)
  const [served = ''] = folders
  for (const name of await readdir(served)) {
    const carried = await (await fetch(`${url}/assets/${name}`)).bytes()
    expect([name, Bun.hash(carried)]).toEqual([name, Bun.hash(await Bun.file(join(served, name)).bytes())])
  }
  // Made by a worker, which the binary has to carry.
  const wholeDays = `${url}/api/market/candles?asset=BTCUSDT&tf=1440&from=${Date.now() - 3 * 86_400_000}`
  await until(async () => (await (await fetch(wholeDays)).json()).length >= 3)
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
  expect(await new Response(child.stdout).text()).not.toContain('was lost')
})

async function addressOf(stderr: ReadableStream<Uint8Array>): Promise<string> {
  let said = ''
  for await (const chunk of stderr) {
    said += new TextDecoder().decode(chunk)
    const url = /Kurs is at (\S+)/.exec(said)?.[1]
    if (url) return url
  }
  throw new Error(`The binary did not start: ${said}`)
}
