import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqldProgram, startSqld } from '../../../tests/sqld-server.ts'
import { until } from '../../../tests/until.ts'

setDefaultTimeout(60_000)

const folder = await mkdtemp(join(tmpdir(), 'kurs-quiet-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Program that syncs a copy while its server goes away, with the same first import as every start. */
const program = `
  await import(${JSON.stringify(join(import.meta.dir, 'quiet-driver.ts'))})
  const { default: Database } = await import('libsql')
  const copy = new Database(process.env.COPY, { syncUrl: process.env.APP_DB_URL })
  copy.sync()
  console.log('{"message":"there"}')
  for await (const chunk of Bun.stdin.stream()) break
  try {
    copy.sync()
  } catch {
    console.log('{"message":"away"}')
  }
  process.exit()`

test.skipIf(!sqldProgram)(
  'a replica whose server goes away writes nothing to the log unless RUST_LOG is set',
  async () => {
    const server = await startSqld()
    const start = (more: Record<string, string>) => {
      const { PATH = '' } = process.env
      const env = { PATH, COPY: join(folder, `${crypto.randomUUID()}.db`), APP_DB_URL: server.url, ...more }
      const pipes = { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' } as const
      return Bun.spawn([process.execPath, '-e', program], { cwd: import.meta.dir, env, ...pipes })
    }
    const children = [start({}), start({ RUST_LOG: 'error' })]
    const texts = children.map(() => '')
    const ended = children.map(async ({ stdout }, at) => {
      for await (const chunk of stdout) texts[at] += Buffer.from(chunk).toString()
    })
    await until(() => texts.every((text) => text.includes('there')))
    await server.kill()
    for (const child of children) {
      child.stdin.write('go on\n')
      await child.stdin.end()
    }
    await Promise.all(ended)
    const [quiet, asked] = texts
    expect(quiet).toBe('{"message":"there"}\n{"message":"away"}\n')
    expect(asked).toMatch(/ERROR.*tcp connect error/)
    await server.close()
  },
)
