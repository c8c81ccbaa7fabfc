import { parseArgs } from 'node:util'
import { reactivateLost } from '../broadcast/acts/tasks.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { type ImportOutcome, importSubscribers, type Repeats } from '../telegram/import/import-subscribers.ts'
import { createProgress, fail, operator, printLine } from './command-line.ts'
import { openDatabase } from './databases.ts'
import { refuseUsage } from './help/answer-help.ts'

/**
 * Runs `subscriber …`. Exit status 1 when the file cannot be imported, or when the broadcast is in a state in which it
 * cannot have lost subscribers.
 */
export async function runSubscriberCommand(words: string[], config: Config): Promise<number> {
  const given = readOptions(words)
  const [act, path, ...others] = given?.positionals ?? []
  const { json: isJson = false, broadcast } = given?.values ?? {}
  const isImport = act === 'import' && path !== undefined && broadcast === undefined
  const isReactivation = act === 'reactivate' && path === undefined && broadcast !== undefined && !isJson
  if (others.length > 0 || !(isImport || isReactivation)) return refuseUsage('subscriber')
  const db = await openDatabase(config, 'app')
  try {
    return isImport ? await importFile(db, path, isJson) : await reactivate(db, broadcast ?? '')
  } finally {
    await db.close()
  }
}

async function importFile(db: Db, path: string, isJson: boolean): Promise<number> {
  const progress = createProgress(process.stderr)
  const startedAt = performance.now()
  const origin = operator
  const outcome = await importSubscribers({ db, path, origin, now: Date.now(), onProgress: progress.update })
  progress.end()
  const seconds = Math.round((performance.now() - startedAt) / 10) / 100
  return report(outcome, { path, seconds, isJson })
}

async function reactivate(db: Db, id: string): Promise<number> {
  const outcome = await reactivateLost({ db, now: Date.now }, operator, id)
  if (outcome.status === 'missing') return fail(1, `There is no broadcast ${id}.`)
  if (outcome.status === 'refused') return fail(1, `Broadcast ${id} is ${outcome.state}: it has lost nobody.`)
  if (outcome.count === 0) return printLine(`Broadcast ${id} has no lost subscribers to reactivate.`)
  return printLine(`Subscribers of broadcast ${id} reactivated: ${outcome.count}.`)
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
      const { rows, added, changed, repeats } = outcome
      process.stdout.write(`${path}: ${rows} rows read, ${added} new, ${changed} changed, ${seconds.toFixed(2)} s\n`)
      if (repeats) process.stdout.write(`${repeatsLine(path, repeats)}\n`)
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

function repeatsLine(path: string, { count, line, earlier }: Repeats): string {
  const lines = count === 1 ? '1 line repeats a chat' : `${count} lines repeat a chat`
  return `${path}:${line}: the chat is also on line ${earlier}. ${lines} of an earlier line; the last line counts.`
}

function readOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { json: { type: 'boolean' }, broadcast: { type: 'string' } },
    })
  } catch {
    return undefined
  }
}
