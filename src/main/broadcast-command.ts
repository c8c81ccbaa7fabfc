import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { ActOutcome } from '../broadcast/acts/act.ts'
import { createDraft } from '../broadcast/acts/drafts.ts'
import {
  type BeginOutcome,
  cancelBroadcast,
  pauseBroadcast,
  resumeBroadcast,
  startBroadcast,
} from '../broadcast/acts/running.ts'
import { broadcastFileOf, readBroadcastFile } from '../broadcast/automation/broadcast-file.ts'
import { type BroadcastStatus, isOver, statusOf } from '../broadcast/automation/status.ts'
import { type BroadcastRow, isPartial } from '../broadcast/broadcast.ts'
import { findBroadcast, listNewest } from '../broadcast/broadcast-queries.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { drawBar, fail, operator, printLine, type Terminal } from './command-line.ts'
import { openDatabase } from './databases.ts'
import { refuseUsage } from './help/answer-help.ts'

/** Polling interval, ms. The sender persists results at most ten times a second. */
const lookMs = 500

export interface WatchOptions {
  db: Db
  id: string
  isJson: boolean
  terminal: Terminal
  /** Writes a line of output. Without a terminal called for each change, and always for the final status */
  write(line: string): void
  everyMs?: number
}

/**
 * Watches until the broadcast is over; continues while the broadcast is paused, since it may be resumed. @returns the
 * exit status
 */
export async function watchBroadcast({ db, id, isJson, terminal, write, everyMs = lookMs }: WatchOptions) {
  const rateOf = createRate()
  let before = ''
  for (;;) {
    const row = await findBroadcast(db, id)
    if (!row) return 1
    const status = statusOf(row)
    const line = isJson ? JSON.stringify(status) : statusLine(status, row)
    if (isOver(status)) {
      if (terminal.isTTY) terminal.write('\r\x1b[2K')
      write(line)
      return 0
    }
    if (terminal.isTTY && !isJson)
      drawBar(
        terminal,
        doneOf(status) / Math.max(1, status.total),
        barLabel(status, { perSecond: rateOf(status), isPartial: isPartial(row) }),
      )
    else if (line !== before) write(line)
    before = line
    await Bun.sleep(everyMs)
  }
}

/**
 * Formats the status: `running: 1250 of 5000 sent, 12 failed, 3 unknown, 4 skipped, 3731 to go`; `5000+` while the
 * audience is partial.
 */
export function statusLine(status: BroadcastStatus, row: BroadcastRow): string {
  const { state, total, pending, sent, failed, unknown, skipped } = status
  const { reason, error } = row
  const more = isPartial(row) ? '+' : ''
  const why = state === 'paused' && reason !== null ? ` (${[reason, error].filter(Boolean).join(': ')})` : ''
  return `${state}${why}: ${sent} of ${total}${more} sent, ${failed} failed, ${unknown} unknown, ${skipped} skipped, ${pending}${isOver(status) ? '' : more} to go`
}

function doneOf({ total, pending }: BroadcastStatus): number {
  return total - pending
}

function barLabel(
  { state, total, sent, failed, unknown, pending }: BroadcastStatus,
  { perSecond, isPartial }: { perSecond: number; isPartial: boolean },
): string {
  const left = state === 'running' && perSecond > 0 && !isPartial ? `  ${durationOf(pending / perSecond)} left` : ''
  const odd = [failed > 0 ? `  ${failed} failed` : '', unknown > 0 ? `  ${unknown} unknown` : ''].join('')
  return ` ${state}  ${sent}/${total}${isPartial ? '+' : ''}${odd}  ${perSecond.toFixed(1)}/s${left}`
}

function durationOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return `${Math.ceil(seconds)} s`
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Returns a function that computes the messages per second over the last ten seconds */
function createRate(windowMs = 10_000): (status: BroadcastStatus) => number {
  const seen: { at: number; done: number }[] = []
  return (status) => {
    const now = { at: performance.now(), done: doneOf(status) }
    seen.push(now)
    while (seen.length > 2 && now.at - (seen[0]?.at ?? 0) > windowMs) seen.shift()
    const { at, done } = seen[0] ?? now
    return now.at > at ? Math.max(0, ((now.done - done) * 1000) / (now.at - at)) : 0
  }
}

interface CommandInput {
  db: Db
  /** ID of a broadcast, or path of a file */
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
