import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { ActOutcome } from '../broadcast/acts/act.ts'
import { type BeginOutcome, startBroadcast } from '../broadcast/acts/begin.ts'
import { createDraft } from '../broadcast/acts/drafts.ts'
import { cancelBroadcast, pauseBroadcast, resumeBroadcast } from '../broadcast/acts/running.ts'
import { listNewest } from '../broadcast/automation/automation-queries.ts'
import { broadcastFileOf, readBroadcastFile } from '../broadcast/automation/broadcast-file.ts'
import { statusOf } from '../broadcast/automation/status.ts'
import { findBroadcast } from '../broadcast/broadcast-queries.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { statusLine, watchBroadcast } from './broadcast-watch.ts'
import { openDatabase } from './databases.ts'
import { refuseUsage } from './help/answer-help.ts'
import { operator } from './operator.ts'
import { fail, printLine } from './say.ts'

interface CommandInput {
  db: Db
  /** Id or file path */
  target: string
  isJson: boolean
  isStarted: boolean
  isWatched: boolean
}

const acts: Record<string, (given: CommandInput) => Promise<number>> = {
  import: importFile,
  export: exportFile,
  status,
  pause: (given) => changeState(given, pauseBroadcast, 'is paused'),
  resume: (given) => changeState(given, resumeBroadcast, 'is resumed'),
  cancel: (given) => changeState(given, cancelBroadcast, 'is cancelled'),
}

/** Runs `broadcast …`. Exit status 1 when the broadcast cannot carry out the command. */
export async function runBroadcastCommand(words: string[], config: Config): Promise<number> {
  const given = readOptions(words)
  const [name = '', target, ...others] = given?.positionals ?? []
  const isList = name === 'list' && target === undefined
  const act = Object.hasOwn(acts, name) ? acts[name] : undefined
  if (!given || others.length > 0 || !(isList || (act && target !== undefined))) {
    return refuseUsage('broadcast')
  }
  const { json = false, start = false, watch = false } = given.values
  const db = await openDatabase(config, 'app')
  try {
    if (!act || target === undefined) return await list(db, json)
    return await act({ db, target, isJson: json, isStarted: start, isWatched: watch })
  } finally {
    await db.close()
  }
}

async function importFile({ db, target: path, isStarted }: CommandInput): Promise<number> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return fail(1, `Cannot read ${path}.`)
  const json = readJson(text)
  if (json === undefined) return fail(1, `${path} is not valid JSON.`)
  const read = readBroadcastFile(json)
  if (read.status === 'invalid') {
    return fail(1, read.faults.map(({ field, detail }) => `${path}: ${field || 'file'}: ${detail}`).join('\n'))
  }
  const deps = { db, now: Date.now }
  const made = await createDraft(deps, operator, read.draft)
  if (made.status === 'too-many') return fail(1, 'Too many broadcasts. Delete drafts you no longer need.')
  process.stdout.write(`${made.id}\n`)
  if (!isStarted) return 0
  const begun = await startBroadcast(deps, operator, { id: made.id, revision: 1, confirmed: 'any' })
  return begun.status === 'done' ? 0 : fail(1, `${made.id} was created as a draft but not started. ${problemOf(begun)}`)
}

async function exportFile({ db, target: id }: CommandInput): Promise<number> {
  const row = await findBroadcast(db, id)
  return row ? printLine(JSON.stringify(broadcastFileOf(row), null, 2)) : fail(1, `There is no broadcast ${id}.`)
}

async function status({ db, target: id, isJson, isWatched }: CommandInput): Promise<number> {
  const row = await findBroadcast(db, id)
  if (!row) return fail(1, `There is no broadcast ${id}.`)
  if (isWatched) return watchBroadcast({ db, id, isJson, terminal: process.stderr, write: (line) => printLine(line) })
  return printLine(isJson ? JSON.stringify(statusOf(row)) : statusLine(statusOf(row), row))
}

async function list(db: Db, isJson: boolean): Promise<number> {
  const lines = (await listNewest(db, 100)).map((row) => {
    const { id, name, createdAt } = row
    return { id, name, createdAt: new Date(createdAt).toISOString(), ...statusOf(row) }
  })
  if (isJson) return printLine(JSON.stringify(lines))
  for (const { id, state, sent, total, name } of lines) printLine([id, state, `${sent}/${total}`, name].join('\t'))
  return 0
}

type Verb = typeof pauseBroadcast

async function changeState({ db, target: id }: CommandInput, verb: Verb, does: string): Promise<number> {
  const outcome = await verb({ db, now: Date.now }, operator, id)
  if (outcome.status === 'missing') return fail(1, `There is no broadcast ${id}.`)
  return outcome.status === 'done' ? printLine(`${id} ${does}.`) : fail(1, problemOf(outcome))
}

function problemOf(outcome: Exclude<BeginOutcome | ActOutcome, { status: 'done' }>): string {
  switch (outcome.status) {
    case 'missing':
      return 'It no longer exists.'
    case 'refused':
      return `It is ${outcome.state}.`
    case 'stale':
      return 'Someone is editing it.'
    case 'faulty':
      return outcome.problems.map(({ field, telegram }) => `${field}: ${telegram ?? 'rejected'}`).join('\n')
    case 'nobody':
      return 'No subscribers match its audience.'
    case 'unconfirmed':
      return `Its audience is ${outcome.size}.`
    case 'unapproved':
      return 'Another administrator must approve it first.'
  }
}

function readOptions(args: string[]) {
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({ args, allowPositionals: true, options: { json: flag, start: flag, watch: flag } })
  } catch {
    return undefined
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
