import { expect, test } from 'bun:test'
import { createReadiness } from './readiness.ts'

test('a clock that is set back does not hold an answer that is over', async () => {
  let [at, version] = [Date.now(), 0]
  const ask = createReadiness({ databases: {}, contentVersion: async () => version, now: () => at })
  expect(await ask()).toEqual({ ingest: 'no content has been ingested yet' })
  version = 1
  at -= 3_600_000
  expect(await ask()).toEqual({ ingest: 'ok' })
})
