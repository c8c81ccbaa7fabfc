import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sourceBundle } from '../src/main/bundle.ts'
import { assetsDir } from './assets-dir.ts'
import { dataDirOf } from './e2e/prepared-site.ts'
import { page } from './site.ts'
import { canMount, command, fillDisk } from './small-disk.ts'
import { type Program, says, serve, smoke } from './smoke.ts'

// Raises the time limit: the build needs half a minute of processor time for the whole project, and a busy machine
// gives it only a small share.
setDefaultTimeout(600_000)

const root = join(import.meta.dir, '..')
const folder = await mkdtemp(join(tmpdir(), 'kurs-binary-'))
const binary = join(folder, 'kurs')
/** Reuses the ingested texts of a full test run, which are the same. */
const { PREPARED_SITE } = process.env
const data = PREPARED_SITE ? ['--data', dataDirOf(PREPARED_SITE)] : []
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Lists the files of the checkout with their modification times, except ignored folders. */
async function checkout(): Promise<string[]> {
  const names = (await readdir(root, { recursive: true })).filter((name) => !/^(node_modules|\.git)(\/|$)/.test(name))
  const times = await Promise.all(names.map(async (name) => (await stat(join(root, name))).mtimeMs))
  return names.map((name, at) => `${name} ${times[at]}`).sort()
}

beforeAll(async () => {
  const before = await checkout()
  const compile = [process.execPath, 'src/main/compile.ts', binary, '--node', join(folder, 'node'), ...data]
  const build = Bun.spawn(compile, { cwd: root, stdout: 'ignore', stderr: 'inherit' })
  expect(await build.exited).toBe(0)
  expect(await checkout()).toEqual(before)
})

/** Copies only the binary into a new folder with the given name. */
async function alone(name: string): Promise<Program> {
  const cwd = join(folder, name)
  await mkdir(cwd)
  await copyFile(binary, join(cwd, 'kurs'))
  return { command: ['./kurs'], cwd }
}

test('the binary passes the smoke test', async () => {
  await smoke(await alone('smoke'))
})

test.skipIf(!Bun.which('node'))('the program for Node passes the smoke test', async () => {
  const cwd = join(folder, 'on-node')
  await mkdir(cwd)
  await smoke({ command: ['node', join(folder, 'node/kurs.mjs')], cwd })
})

test.skipIf(!Bun.which('node'))('on Node an unreachable Redis stops the start', async () => {
  const cwd = join(folder, 'on-node-with-redis')
  await mkdir(cwd)
  const { PATH = '' } = process.env
  const child = Bun.spawn(['node', join(folder, 'node/kurs.mjs'), 'serve'], {
    cwd,
    env: { PATH, PORT: '0', HOST: '127.0.0.1', ROLES: 'web', REDIS_URL: 'redis://127.0.0.1:1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = await child.exited
  expect(ended).toBe(2)
  expect(await new Response(child.stderr).text()).toContain('REDIS_URL needs Bun')
})

test('alone in an empty folder the binary serves pages, pictures and browser assets', async () => {
  const home = await alone('empty')
  const { url, stop } = await serve(home)
  const html = await (await fetch(`${url}/en/docs/start/what-is-kurs`)).text()
  const pictures = [...new Set([...html.matchAll(/\/images\/[\w.-]+/g)].map(([path]) => path))]
  expect(pictures.filter((path) => path.endsWith('.png'))).not.toEqual([])
  for (const picture of pictures) expect((await fetch(url + picture)).status).toBe(200)
  const assets = [...new Set([...html.matchAll(/"(\/(?:assets\/[^"]+|favicon\.svg))"/g)].map(([, path]) => path))]
  expect(assets.length).toBeGreaterThan(3)
  for (const asset of assets) expect((await fetch(url + asset)).status).toBe(200)
  const { folders } = await sourceBundle(assetsDir)
  const [served = ''] = folders
  for (const name of await readdir(served)) {
    const carried = await (await fetch(`${url}/assets/${name}`)).bytes()
    expect([name, Bun.hash(carried)]).toEqual([name, Bun.hash(await Bun.file(join(served, name)).bytes())])
  }
  expect(await stop()).not.toContain('was lost')
})

test.skipIf(!canMount())('a full folder for temporary files breaks nothing', async () => {
  const home = await alone('full')
  const full = join(home.cwd, 'full')
  await mkdir(full)
  expect(command(['mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', full])).toBe(true)
  try {
    fillDisk(join(full, 'filler'))
    await says(home, ['migrate'], { TMPDIR: full })
  } finally {
    command(['umount', full])
  }
})

test('texts and their database are extracted once, completely, and unchanged on restart', async () => {
  const home = await alone('twice')
  const both = await Promise.all([ingest(home), ingest(home)])
  expect(both).toEqual([expect.stringMatching(/^0 changed, 0 removed, \d\d+ unchanged, errors: 0/), both[0]])
  const data = await readdir(join(home.cwd, 'data'))
  const [texts = ''] = data.filter((name) => name.startsWith('content-'))
  expect(data.filter((name) => /^content-|part/.test(name))).toEqual([expect.stringMatching(/^content-[0-9a-f]{16}$/)])
  const page = join(home.cwd, 'data', texts, 'en/docs/index.md')
  const written = (await stat(page)).mtimeMs
  expect(await ingest(home)).toBe(both[0])
  expect((await stat(page)).mtimeMs).toBe(written)
  expect(await Bun.file(page).text()).toBe(await Bun.file(join(root, 'content/en/docs/index.md')).text())
  expect(await says(home, ['version'])).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{16}\n$/)
  await says(home, ['migrate'])
  expect(await says(home, ['doctor'])).toContain('✓ content, from inside this binary\n✓ pictures: shown as they are')
})

test('CONTENT_DIR replaces the built-in texts', async () => {
  const home = await alone('other')
  await mkdir(join(home.cwd, 'texts/ru/docs'), { recursive: true })
  await writeFile(join(home.cwd, 'texts/ru/docs/a.md'), page({ title: 'Из бинарника' }, '```ts\nconst a = 1\n```'))
  const { url, stop } = await serve(home, { CONTENT_DIR: './texts' })
  const html = await (await fetch(`${url}/docs/a`)).text()
  expect(html).toContain('Из бинарника')
  expect(html).toContain('tk-k')
  expect((await fetch(`${url}/docs/start/what-is-kurs`)).status).toBe(404)
  // Queries run on a separate thread, whose code is in the binary too.
  const sql = 'SELECT "title" FROM _content_docs_ru ORDER BY stem ASC'
  const query = await fetch(`${url}/__nuxt_content/docs_ru/query`, { method: 'POST', body: JSON.stringify({ sql }) })
  expect(await query.json()).toEqual([{ title: 'Из бинарника' }])
  await stop()
})

/** Runs the command `ingest` and returns its output without the duration */
async function ingest(home: Program): Promise<string> {
  return (await says(home, ['ingest'])).replace(/, [\d.]+ s\n$/, '')
}
