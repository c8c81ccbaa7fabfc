import { expect, test } from 'bun:test'
import { createReadiness } from './routes.ts'

test('the cached result expires even if the clock is set back', async () => {
  let [at, version] = [Date.now(), 0]
  const ask = createReadiness({ databases: {}, contentVersion: async () => version, now: () => at })
  expect(await ask()).toEqual({ ingest: 'no content has been ingested yet' })
  version = 1
  at -= 3_600_000
  expect(await ask()).toEqual({ ingest: 'ok' })
})
