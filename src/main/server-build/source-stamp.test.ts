import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFiles } from '../../../tests/write-files.ts'
import { sourceStamp } from './find-server-build.ts'

const home = mkdtempSync(join(tmpdir(), 'kurs-stamp-'))
afterAll(() => rmSync(home, { recursive: true }))

test('the stamp depends on name, size and time of every source and of no test', async () => {
  const sources = ['src/main.ts', 'src/a/b.css', 'drizzle/a.sql', 'bun.lock', 'package.json', 'bunfig.toml']
  const others = ['src/a.test.ts', 'src/a.test.tsx', 'README.md']
  const write = async (file: string, text: string, at: number) => {
    await writeFiles(home, { [file]: text })
    utimesSync(join(home, file), at, at)
  }
  for (const file of [...sources, ...others]) await write(file, 'one', 1000)
  const stamp = () => sourceStamp(home)
  const first = stamp()
  for (const file of others) await write(file, 'longer', 2000)
  expect(stamp()).toBe(first)
  for (const file of sources) {
    await write(file, 'one', 2000)
    expect(stamp()).not.toBe(first)
    await write(file, 'longer', 1000)
    expect(stamp()).not.toBe(first)
    await write(file, 'one', 1000)
  }
  // Overwriting a file does not change the time of its folder, so the stamp is the first one again.
  expect(stamp()).toBe(first)
  rmSync(join(home, 'bun.lock'))
  expect(stamp()).not.toBe(first)
})
