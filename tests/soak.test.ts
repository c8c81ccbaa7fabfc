import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fewTexts } from './few-texts.ts'
import { runsOf } from './property-runs.ts'
import { logFaults, soak, trendFault } from './soaked.ts'
import { writeFiles } from './write-files.ts'

// Raises the time limit: while memory still grows the run is repeated, for eight minutes at most.
setDefaultTimeout(900_000)

/** Duration of a run, seconds; each median covers a third of the samples. A longer run detects slower growth. */
const seconds = Math.max(30, runsOf(120))

test.skipIf(!existsSync('/proc/self/status'))(
  'minutes of mixed load: every request is answered, no error is logged, memory is stable',
  async () => {
    const contentDir = await mkdtemp(join(tmpdir(), 'kurs-soak-texts-'))
    await writeFiles(contentDir, fewTexts)
    const { faults, answers, ticks, messages } = await soak({
      contentDir,
      seconds,
      sockets: 200,
      pagesPerSecond: 2,
      // A busy machine needs more than two fifths of a run to warm up, so repeat the run.
      retries: 480 / seconds,
    })
    await rm(contentDir, { recursive: true, force: true })
    expect(faults).toEqual([])
    expect([answers > 0, ticks > 0, messages > 0]).toEqual([true, true, true])
  },
)

test('growing memory and logged errors are reported', () => {
  const flat = Array.from({ length: 60 }, (_, n) => 200 + (n % 7))
  expect(trendFault(flat)).toEqual([])
  expect(trendFault(flat.map((size, n) => size + n))).toEqual(['memory has grown from 213 to 253 MiB'])
  expect(logFaults('{"level":"warn"}\n{"level":"error","message":"x"}\n')).toEqual(['{"level":"error","message":"x"}'])
})
