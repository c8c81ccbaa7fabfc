import { setPriority } from 'node:os'
import { createDemoDays, type DemoDays, minutesBetween } from '../feed/demo/demo-minutes.ts'
import { minuteMs } from '../timeframe.ts'
import {
  type GeneratedMinutes,
  type PastReply,
  type PastRequest,
  type PastTask,
  packCandles,
  unpackMinutes,
} from './messages.ts'
import { areWholeDays, openPastFile, type PastFile } from './past-file.ts'

/* This worker generates and writes the past beside the serving thread. It runs one task at a time: the sender waits. */

/** Nice value behind every thread that serves requests: all of an idle processor, a thirtieth of a busy one. */
const priority = 15
// Only Linux sets the priority of one thread; other systems would set that of the whole process.
if (process.platform === 'linux') setPriority(priority)

let file: PastFile | undefined
let demo: { seed: string; days: DemoDays } | undefined

function run(task: PastTask): GeneratedMinutes | undefined {
  if (task.kind === 'open') file = openPastFile(task.path)
  else if (!file) throw new Error('No database is open')
  else if (task.kind === 'make') return make(file, task)
  else if (task.kind === 'put') file.put(task.asset, new Map([[1, unpackMinutes(task.asset, task.packed)]]))
  else if (task.kind === 'roll-up') file.rollUp(task.span)
  else file.close()
  return undefined
}

function make(into: PastFile, { recipe, instrument, span, since }: PastTask & { kind: 'make' }): GeneratedMinutes {
  const { seed } = recipe
  if (demo?.seed !== seed) demo = { seed, days: createDemoDays(seed) }
  const minutes = minutesBetween(demo.days, instrument, span)
  const isRolledUp = areWholeDays(minutes, span)
  if (isRolledUp) into.putDays(span, minutes)
  else into.put(span.asset, new Map([[1, minutes]]))
  const [first, last] = [minutes[0], minutes.at(-1)]
  return {
    count: minutes.length,
    written: first && last && { from: first.openTime, to: last.openTime + minuteMs },
    isRolledUp,
    packed: packCandles(minutes.filter(({ openTime }) => openTime >= since)),
  }
}

function reply(message: PastReply): void {
  const made = message.isDone ? message.made : undefined
  postMessage(message, made ? [made.packed.buffer] : [])
}

addEventListener('message', ({ data }: MessageEvent<PastRequest>) => {
  const { id, task } = data
  try {
    reply({ id, isDone: true, made: run(task) })
  } catch (error) {
    reply({ id, isDone: false, message: error instanceof Error ? error.message : String(error) })
  }
})
