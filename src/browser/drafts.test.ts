import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuild, removeDrafts } from './builds.ts'

const home = mkdtempSync(join(tmpdir(), 'kurs-drafts-'))
afterAll(() => rmSync(home, { recursive: true }))

test('drafts of an ended process are removed; builds and drafts of others stay', async () => {
  const lives = `b.${process.pid + 1}.1.part`
  for (const name of ['a', lives]) mkdirSync(join(home, name, 'files'), { recursive: true })
  let left: string[] = []
  const build = ensureBuild(home, 'c', async () => {
    removeDrafts(home, process.pid)
    left = readdirSync(home).sort()
  })
  await build.catch(() => undefined)
  expect(left).toEqual(['a', lives])
  removeDrafts(join(home, 'absent'), process.pid)
})
