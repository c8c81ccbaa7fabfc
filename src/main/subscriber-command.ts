import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { type ImportOutcome, importSubscribers } from '../telegram/import/import-subscribers.ts'
import { openDatabase } from './databases.ts'
import { misused } from './help/answer-help.ts'
import { operator } from './operator.ts'
import { createProgress } from './progress.ts'
import { fail } from './say.ts'

/** `subscriber import`: exit status 1 when the file does not allow it. */
export async function runSubscriberCommand(words: string[], config: Config): Promise<number> {
  const given = readOptions(words)
  const [act, path, ...others] = given?.positionals ?? []
  if (act !== 'import' || !given || path === undefined || others.length > 0) {
    return misused('subscriber')
  }
  const db = await openDatabase(config, 'app')
  const progress = createProgress(process.stderr)
  const startedAt = performance.now()
  try {
    const origin = operator
    const outcome = await importSubscribers({ db, path, origin, now: Date.now(), onProgress: progress.update })
    progress.end()
    const seconds = Math.round((performance.now() - startedAt) / 10) / 100
    return report(outcome, { path, seconds, isJson: given.values.json === true })
  } finally {
    await db.close()
  }
}

interface About {
  path: string
  seconds: number
  isJson: boolean
}

function report(outcome: ImportOutcome, { path, seconds, isJson }: About): number {
  if (isJson) {
    process.stdout.write(`${JSON.stringify({ ...outcome, file: path, seconds })}\n`)
    return outcome.status === 'imported' ? 0 : 1
  }
  switch (outcome.status) {
    case 'imported': {
      const { rows, added, changed } = outcome
      process.stdout.write(`${path}: ${rows} rows read, ${added} new, ${changed} changed, ${seconds.toFixed(2)} s\n`)
      return 0
    }
    case 'faulty':
      return fail(1, `${path}:${outcome.line}: ${outcome.fault}.\nNothing was imported. Fix the file and try again.`)
    case 'changed':
      return fail(1, `${path} changed while it was being read, so it was imported only in part. Try again.`)
    case 'unreadable':
      return fail(1, `Cannot read ${path} (${outcome.cause}).`)
    case 'empty':
      return fail(1, `${path} has no subscribers.`)
  }
}

function readOptions(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } })
  } catch {
    return undefined
  }
}
