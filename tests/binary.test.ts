import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { page } from './site.ts'

setDefaultTimeout(120_000)

const root = join(import.meta.dir, '..')
const binary = join(root, 'dist/kurs')
const folder = await mkdtemp(join(tmpdir(), 'kurs-binary-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the single binary serves pages, assets and files from a folder that holds nothing but content', async () => {
  const build = Bun.spawn([process.execPath, 'src/main/compile.ts'], { cwd: root, stdout: 'ignore', stderr: 'inherit' })
  expect(await build.exited).toBe(0)
  await mkdir(join(folder, 'content/ru/docs'), { recursive: true })
  await writeFile(join(folder, 'content/ru/docs/a.md'), page({ title: 'Из бинарника' }, '```ts\nconst a = 1\n```'))
  const child = Bun.spawn([binary, 'serve'], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', PORT: '0' },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const url = await addressOf(child.stderr)
  const html = await (await fetch(`${url}/docs/a`)).text()
  expect(html).toContain('Из бинарника')
  expect(html).toContain('tk-k')
  const assets = [...new Set([...html.matchAll(/"(\/(?:assets\/[^"]+|favicon\.svg))"/g)].map(([, path]) => path))]
  expect(assets.length).toBeGreaterThan(3)
  for (const asset of assets) expect((await fetch(url + asset)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
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
