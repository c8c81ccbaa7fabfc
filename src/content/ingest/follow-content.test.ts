import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '../../log/logger.ts'
import { type FollowContentOptions, followContent } from './follow-content.ts'
import type { IngestReport } from './ingest.ts'
import type { Problem } from './problem.ts'

let contentDir: string
beforeEach(async () => {
  contentDir = await mkdtemp(join(tmpdir(), 'kurs-follow-'))
})
afterEach(() => rm(contentDir, { recursive: true, force: true }))

interface Following {
  nextPublicationAt?: number
  /** Problems between files that each ingest in turn reports; none afterwards */
  between?: Problem[][]
  /** Result of each ingest in turn (next publication or error); no publication afterwards */
  outcomes?: (number | Error)[]
  /** Settles when the first ingest is done */
  begun?: Promise<void>
  /** Pictures without copies that the first ingest and each following one report; none afterwards */
  undrawn?: string[][]
  drawPictures?: FollowContentOptions['drawPictures']
}

function follow({ nextPublicationAt, outcomes = [], between = [], undrawn = [], drawPictures, ...more }: Following) {
  const { begun = Promise.resolve() } = more
  const asked: (string[] | undefined)[] = []
  let [now, refreshed, logged] = [0, 0, '']
  let standing: readonly Problem[] = []
  const log = createLogger({ level: 'info', write: (lines) => (logged += lines), maxDelayMs: 0 })
  const follower = followContent({
    contentDir,
    first: begun.then(() => ({ nextPublicationAt, problems: [], between: [], undrawn: undrawn.shift() ?? [] })),
    library: { refresh: async () => void refreshed++ },
    ingest: async (only): Promise<IngestReport> => {
      asked.push(only)
      const outcome = outcomes.shift()
      if (outcome instanceof Error) throw outcome
      const problems = between.shift() ?? []
      const found = { problems, between: problems, undrawn: undrawn.shift() ?? [] }
      return { changed: [], removed: [], unchanged: 0, ...found, nextPublicationAt: outcome }
    },
    drawPictures,
    log,
    onProblems: (problems) => {
      standing = problems
    },
    now: () => now,
  })
  const at = async (time: number) => {
    now = time
    await follower.publishDue()
  }
  return { follower, asked, at, refreshed: () => refreshed, logged: () => logged, standing: () => standing }
}

test('a publication runs once when it is due, and then the next one', async () => {
  const { follower, asked, at, refreshed } = follow({ nextPublicationAt: 1000, outcomes: [5000] })
  await at(999)
  expect(asked).toEqual([])
  await at(1000)
  await at(1001)
  expect(asked).toEqual([undefined])
  expect(refreshed()).toBe(1)
  await at(5000)
  await at(9999)
  expect(asked).toEqual([undefined, undefined])
  expect(refreshed()).toBe(2)
  await follower.close()
})

test('a failed publication is retried a minute later', async () => {
  const { follower, asked, at } = follow({ nextPublicationAt: 1000, outcomes: [new Error('moved')] })
  await expect(at(1000)).rejects.toThrow('moved')
  await at(60_999)
  expect(asked).toHaveLength(1)
  await at(61_000)
  await at(200_000)
  expect(asked).toHaveLength(2)
  await follower.close()
})

test('an edit is ingested, a failure is logged, and closing waits for it', async () => {
  const { follower, asked, logged } = follow({ outcomes: [new Error('moved')] })
  await mkdir(join(contentDir, 'ru/docs'), { recursive: true })
  await writeFile(join(contentDir, 'ru/docs/a.md'), 'A')
  while (asked.length === 0) await new Promise(setImmediate)
  await follower.close()
  expect(logged()).toContain('Updating the content failed')
})

test('an edit whose run failed is ingested a minute later', async () => {
  const { follower, asked, at, refreshed } = follow({ outcomes: [new Error('full')] })
  await mkdir(join(contentDir, 'ru/docs'), { recursive: true })
  await writeFile(join(contentDir, 'ru/docs/a.md'), 'A')
  while (asked.length === 0) await new Promise(setImmediate)
  // A change of a folder and of its files may be reported as two edits: the second run finds what the first one missed.
  await new Promise(setImmediate)
  await at(60_000)
  expect(asked.at(-1)).toBeUndefined()
  expect(refreshed()).toBe(1)
  await follower.close()
})

test('an edit during the first ingest is ingested after it, unless that fails', async () => {
  await mkdir(join(contentDir, 'ru/docs'), { recursive: true })
  const begun = Promise.withResolvers<void>()
  const { follower, asked } = follow({ begun: begun.promise })
  await writeFile(join(contentDir, 'ru/docs/a.md'), 'A')
  begun.resolve()
  while (asked.length === 0) await new Promise(setImmediate)
  expect(asked).toEqual([['ru/docs/a.md']])
  await follower.close()

  const failed = follow({ begun: Promise.reject(new Error('no folder')) })
  await writeFile(join(contentDir, 'ru/docs/a.md'), 'B')
  await failed.at(1000)
  await failed.follower.close()
  expect(failed.asked).toEqual([])
})

const count = (text: string, words: string) => text.split(words).length - 1

test('a problem between files is logged once while it persists, and again when it returns', async () => {
  const dead: Problem = { file: 'ru/docs/b.md', message: 'A dead link', hint: 'Mend it.', severity: 'warning' }
  const { follower, logged } = follow({ between: [[dead], [dead], [], [dead]] })
  await mkdir(join(contentDir, 'ru/docs'), { recursive: true })
  for (let edits = 1; edits <= 4; edits++) {
    await writeFile(join(contentDir, 'ru/docs/a.md'), String(edits))
    while (count(logged(), 'content ingested') < edits) await new Promise(setImmediate)
  }
  await follower.close()
  expect(count(logged(), 'A dead link')).toBe(2)
})

test('ten thousand problems are remembered, errors first; others are not logged repeatedly', async () => {
  const dead = Array.from({ length: 10_003 }, (_, at): Problem => {
    return { file: `ru/docs/${at}.md`, message: `Dead link ${at}!`, hint: 'Mend it.', severity: 'warning' }
  })
  const broken: Problem = { file: 'ru/docs/z.md', message: 'It is broken', hint: 'Mend it.', severity: 'error' }
  const { follower, logged, standing } = follow({
    // All later ingests report the same problems, because one edit may be reported twice and so cause two ingests.
    between: [dead, ...Array.from({ length: 20 }, () => [...dead, broken])],
  })
  await mkdir(join(contentDir, 'ru/docs'), { recursive: true })
  for (let edits = 1; edits <= 2; edits++) {
    await writeFile(join(contentDir, 'ru/docs/a.md'), String(edits))
    while (count(logged(), 'content ingested') < edits) await new Promise(setImmediate)
    expect(standing()).toHaveLength(10_000)
  }
  await follower.close()
  expect(standing()[0]).toEqual(broken)
  expect(count(logged(), 'Dead link ')).toBe(10_000)
  expect(count(logged(), 'Dead link 9999!')).toBe(1)
  expect(count(logged(), 'It is broken')).toBe(1)
}, 120_000)

test('copies of pictures are made after each run, and a failure is logged once', async () => {
  const drawn: string[][] = []
  const bad: Problem = { file: 'ru/docs/a.md', message: 'A torn picture', hint: 'Mend it.', severity: 'warning' }
  const drawPictures = async (srcs: readonly string[]) => {
    drawn.push([...srcs])
    return new Map([['/torn.png', [bad]]])
  }
  const { follower, logged, standing, refreshed } = follow({
    drawPictures,
    undrawn: [['/a.png', '/torn.png'], ['/torn.png'], []],
  })
  while (refreshed() === 0) await new Promise(setImmediate)
  expect(standing()).toEqual([bad])
  await mkdir(join(contentDir, 'ru/docs'), { recursive: true })
  await writeFile(join(contentDir, 'ru/docs/a.md'), 'A')
  while (drawn.length < 2) await new Promise(setImmediate)
  await writeFile(join(contentDir, 'ru/docs/a.md'), 'B')
  while (standing().length > 0) await new Promise(setImmediate)
  await follower.close()
  expect(drawn).toEqual([['/a.png', '/torn.png'], ['/torn.png']])
  expect(count(logged(), 'A torn picture')).toBe(1)
})
