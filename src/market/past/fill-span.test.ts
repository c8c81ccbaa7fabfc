import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createMarketDatabases } from '../../../tests/market-databases.ts'
import { createLogger } from '../../log/logger.ts'
import { createDemoFeed } from '../feed/demo/demo.ts'
import { defaultInstruments } from '../instrument.ts'
import { readClosed } from '../queries.ts'
import { createStore } from '../store.ts'
import { fillSpan } from './fill-span.ts'
import { createPastWriter } from './past-writer.ts'

setDefaultTimeout(60_000)

const databases = await createMarketDatabases()
afterAll(databases.remove)

const midnight = Date.UTC(2026, 10, 20)
const day = 86_400_000
const log = createLogger({ level: 'silent', write: () => {} })
const instruments = defaultInstruments.slice(0, 1)
const asset = instruments[0]?.asset ?? ''

test('generated days are neither requested nor rolled up again, and end at their last minute', async () => {
  const db = await databases.open()
  const past = createPastWriter({ path: db.file ?? '', log })
  const whole = createStore({ db, log, past })
  let rollUps = 0
  const store = {
    ...whole,
    rollUp: (...span: Parameters<typeof whole.rollUp>) => {
      rollUps++
      return whole.rollUp(...span)
    },
  }
  const demo = createDemoFeed({
    instruments,
    clock: { now: () => midnight + day, after: () => () => {} },
    seed: 'filled',
  })
  const asked: unknown[] = []
  const feed: typeof demo = {
    ...demo,
    history: (...span) => {
      asked.push(span)
      return demo.history(...span)
    },
  }
  const corrected: unknown[] = []
  const options = {
    ...{ db, store, feed, onMinutes: () => undefined, onMissing: () => {}, newest: () => midnight + day },
    onCorrected: (span: unknown) => corrected.push(span),
  }
  const span = { asset, from: midnight - 2 * day, to: midnight }
  const filled = await fillSpan(options, span, new AbortController().signal)
  expect(filled).toEqual({ minutes: 2880, young: [], ahead: [] })
  expect({ rollUps, asked }).toEqual({ rollUps: 0, asked: [] })
  expect(corrected).toEqual([span])
  const days = await readClosed(db, { asset, from: midnight - 2 * day, to: midnight - day }, 1440)
  expect(days).toEqual([midnight - 2 * day])
  await whole.close()
  await db.close()
})
