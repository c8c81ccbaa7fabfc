import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fewTexts } from './few-texts.ts'
import { runsOf } from './property-runs.ts'
import { logFaults, soak, trendFault } from './soaked.ts'
import { writeFiles } from './write-files.ts'

// While memory still grows the time begins anew, for eight minutes at most.
setDefaultTimeout(900_000)

/** Of one look at memory, which is a third as long; the longer it is, the slower a growth it tells from noise. */
const seconds = Math.max(30, runsOf(120))

test.skipIf(!existsSync('/proc/self/status'))(
  'minutes of mixed load: all is answered, no error is logged, memory stays where it was',
  async () => {
    const contentDir = await mkdtemp(join(tmpdir(), 'kurs-soak-texts-'))
    await writeFiles(contentDir, fewTexts)
    const { faults, answers, ticks, messages } = await soak({
      contentDir,
      seconds,
      sockets: 200,
      pagesPerSecond: 2,
      // A busy machine warms up for longer than two fifths of this.
      retries: 480 / seconds,
    })
    await rm(contentDir, { recursive: true, force: true })
    expect(faults).toEqual([])
    expect([answers > 0, ticks > 0, messages > 0]).toEqual([true, true, true])
  },
)

test('memory that grows and errors in the log are told', () => {
  const flat = Array.from({ length: 60 }, (_, n) => 200 + (n % 7))
  expect(trendFault(flat)).toEqual([])
  expect(trendFault(flat.map((size, n) => size + n))).toEqual(['memory has grown from 213 to 253 MiB'])
  expect(logFaults('{"level":"warn"}\n{"level":"error","message":"x"}\n')).toEqual(['{"level":"error","message":"x"}'])
})
