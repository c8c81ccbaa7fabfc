/**
 * Preloaded into the workers of `bun tests/run.ts --times`: reports the processor time of each file, including all
 * processes it started. Processes that outlive a file in the same worker (its browser) count for the file in which they
 * worked. Child processes are measured on Linux only; elsewhere only the worker's own time is known.
 */
import { afterAll } from 'bun:test'
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { FileTimes, Spent } from './times-table.ts'

const folder = process.env.TIMES
const nothing: Spent = { worker: 0, browser: 0, children: 0 }

if (folder) {
  let told = nothing
  // The worker loads a file before it runs the file's hooks, so all time not reported yet belongs to this file.
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

/** Returns the time of this process since its start, and of all processes below it. */
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

/** A Linux clock tick: a hundredth of a second */
const tick = 0.01

/** Reads a process from Linux `/proc`; undefined when the process has exited. */
function statOf(pid: string) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The process name is in parentheses and may contain spaces and parentheses itself.
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
