import { parseArgs } from 'node:util'
import { type StartOutcome, startSeries, stopSeries } from '../broadcast/series/edit-series.ts'
import { countAllPeople, countPeople } from '../broadcast/series/people-queries.ts'
import { sumOf } from '../broadcast/series/series.ts'
import { findSeries, listSeries } from '../broadcast/series/series-queries.ts'
import { listSteps } from '../broadcast/series/step-queries.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { fail, operator, printLine } from './command-line.ts'
import { openDatabase } from './databases.ts'
import { refuseUsage } from './help/answer-help.ts'

/** Runs `series …`. Exit status 1 when the series cannot carry out the command. */
export async function runSeriesCommand(words: string[], config: Config): Promise<number> {
  const given = readOptions(words)
  const [name = '', id, ...others] = given?.positionals ?? []
  const isKnown = name === 'list' ? id === undefined : ['status', 'start', 'pause'].includes(name) && id !== undefined
  if (!given || others.length > 0 || !isKnown) return refuseUsage('series')
  const { json = false } = given.values
  const db = await openDatabase(config, 'app')
  try {
    if (id === undefined) return await list(db, json)
    if (name === 'status') return await status(db, id, json)
    return await turn(db, id, name === 'start' ? startSeries : stopSeries)
  } finally {
    await db.close()
  }
}

async function list(db: Db, isJson: boolean): Promise<number> {
  const people = await countAllPeople(db)
  const lines = (await listSeries(db)).map(({ id, name, state, steps }) => {
    const places = people.filter(({ seriesId }) => seriesId === id)
    return { id, name, state, steps, ...totalsOf(places) }
  })
  if (isJson) return printLine(JSON.stringify(lines))
  for (const { id, state, waiting, done, left, name } of lines) {
    printLine([id, state, `${waiting}/${done}/${left}`, name].join('\t'))
  }
  return 0
}

async function status(db: Db, id: string, isJson: boolean): Promise<number> {
  const row = await findSeries(db, id)
  if (!row) return fail(1, `There is no series ${id}.`)
  const places = await countPeople(db, id)
  const steps = (await listSteps(db, id)).map(({ state, sent, failed, unknown, clicks }, position) => {
    const waiting = sumOf(
      places.filter((place) => place.position === position),
      'waiting',
    )
    return { step: position + 1, state, waiting, sent, failed, unknown, clicks }
  })
  const totals = totalsOf(places)
  if (isJson) return printLine(JSON.stringify({ state: row.state, ...totals, steps }))
  printLine(`${row.state}: ${totals.waiting} waiting, ${totals.done} completed, ${totals.left} left early`)
  for (const { step, state, waiting, sent, failed, unknown } of steps) {
    printLine(`step ${step}, ${state}: ${waiting} waiting, ${sent} sent, ${failed} failed, ${unknown} unknown`)
  }
  return 0
}

async function turn(db: Db, id: string, verb: typeof startSeries): Promise<number> {
  const row = await findSeries(db, id)
  if (!row) return fail(1, `There is no series ${id}.`)
  const outcome = await verb({ db, now: Date.now }, operator, { id, revision: row.revision })
  if (outcome.status !== 'done') return fail(1, problemOf(outcome))
  return printLine(`${id} ${verb === startSeries ? 'is running' : 'is paused'}.`)
}

function problemOf(outcome: Exclude<StartOutcome, { status: 'done' }>): string {
  switch (outcome.status) {
    case 'missing':
      return 'It no longer exists.'
    case 'refused':
      return `It is ${outcome.state}.`
    case 'stale':
      return 'Someone is editing it.'
    case 'empty':
      return 'It has no steps.'
    case 'faulty':
      return `Telegram would reject step ${outcome.step}.`
    case 'unapproved':
      return `Another administrator must approve step ${outcome.step} first.`
  }
}

function totalsOf(places: Parameters<typeof sumOf>[0]) {
  return { waiting: sumOf(places, 'waiting'), done: sumOf(places, 'done'), left: sumOf(places, 'left') }
}

function readOptions(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } })
  } catch {
    return undefined
  }
}
