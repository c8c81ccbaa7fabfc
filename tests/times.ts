/**
 * Preloaded into the workers of `bun tests/run.ts --times`: tells what each file has cost in processor time, with all the
 * processes that it started. Those that another process of the same worker has inherited (its browser) count where they
 * worked. Linux alone tells of children; elsewhere only the worker's own time is known.
 */
import { afterAll } from 'bun:test'
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { FileTimes, Spent } from './times-table.ts'

const folder = process.env.TIMES
const nothing: Spent = { worker: 0, browser: 0, children: 0 }

if (folder) {
  let told = nothing
  // The file is loaded before it begins: what was not told of the file before is this one's.
  afterAll(() => {
    const now = spent()
    const file = relative(join(import.meta.dir, '..'), Bun.main)
    const times: FileTimes = {
      file,
      worker: now.worker - told.worker,
      browser: now.browser - told.browser,
      children: now.children - told.children,
    }
    appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(times)}\n`)
    told = now
  })
}

/** Of this process since it began, and of all below it. */
function spent(): Spent {
  const { user, system } = process.cpuUsage()
  const worker = (user + system) / 1e6
  if (!existsSync('/proc/self/stat')) return { ...nothing, worker }
  const processes = readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? (statOf(pid) ?? []) : []))
  const byParent = Map.groupBy(processes, ({ parent }) => parent)
  const total = { ...nothing, worker, children: statOf('self')?.reaped ?? 0 }
  const add = (parent: number, isBrowser: boolean) => {
    for (const child of byParent.get(parent) ?? []) {
      const isBrowsers = isBrowser || child.name.startsWith('chrom')
      total[isBrowsers ? 'browser' : 'children'] += child.own + child.reaped
      add(child.pid, isBrowsers)
    }
  }
  add(process.pid, false)
  return total
}

/** One of Linux: a hundredth of a second */
const tick = 0.01

/** What Linux says of a process; nothing when it is gone. */
function statOf(pid: string) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name stands in brackets, and may have spaces and brackets of its own.
    const end = stat.lastIndexOf(')')
    const [, parent, ...fields] = stat
      .slice(end + 2)
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, reapedUser = 0, reapedSystem = 0] = fields.slice(9)
    return {
      pid: Number.parseInt(stat, 10),
      name: stat.slice(stat.indexOf('(') + 1, end),
      parent,
      own: (user + system) * tick,
      reaped: (reapedUser + reapedSystem) * tick,
    }
  } catch {
    return undefined
  }
}
