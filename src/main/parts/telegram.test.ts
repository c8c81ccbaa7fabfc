import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../../tests/until.ts'
import { readConfig } from '../../config.ts'
import { openShared } from '../shared.ts'
import { startTelegram } from './telegram.ts'

setDefaultTimeout(60_000)

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

test.each([
  ['polls', {}, ['getMe', 'getMyCommands']],
  ['a webhook', { TELEGRAM_WEBHOOK: 'https://kurs.test' }, ['getMyCommands', 'setWebhook']],
])('a stop does not wait for a Telegram server that never answers: %s', async (_, env, methods) => {
  const asked = new Set<string>()
  const silent = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => {
      asked.add(new URL(url).pathname.split('/').at(-1) ?? '')
      return new Promise<Response>(() => {})
    },
  })
  closers.push(() => silent.stop(true))
  const dataDir = await mkdtemp(join(tmpdir(), 'kurs-telegram-'))
  closers.push(() => rm(dataDir, { recursive: true }))
  let lines = ''
  const logTo = (text: string) => {
    lines += text
  }
  const telegram = { TELEGRAM_TOKEN: '123456:ABC-def', TELEGRAM_API_ROOT: silent.url.origin }
  const config = readConfig({ DATA_DIR: dataDir, ROLES: 'telegram', ...telegram, ...env })
  const shared = openShared({ config, logTo })
  closers.push(shared.close)
  const part = await startTelegram(shared)
  await until(() => methods.every((method) => asked.has(method)))
  await part.close()
  shared.log.flush()
  // If the shutdown had waited for the answer, it would have warned of a timeout. A busy machine has slow statements.
  const warnings = lines
    .split('\n')
    .filter((line) => line.includes('"level":"warn"') && !line.includes('Slow statement'))
  expect(warnings).toEqual([])
})
