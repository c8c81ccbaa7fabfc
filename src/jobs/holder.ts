import { readFileSync, readlinkSync } from 'node:fs'

/**
 * Whoever holds rows of a database, named so that another process on the same machine sees whether it still runs: the
 * machine since it was booted, the process's number and when it began. Elsewhere than on Linux the name says nothing.
 */
export function newHolder(): string {
  const own = self()
  return own ? `${own.machine}-${own.pid}-${own.begun}-${shortId()}` : crypto.randomUUID()
}

/** Whether it is known to have ended: never of another machine or container, whose leases run out instead. */
export function hasEnded(holder: string): boolean {
  const [, machine, pid = '', begun] = /^([0-9a-f]{12})-(\d+)-(\d+)-[0-9a-f]{8}$/.exec(holder) ?? []
  if (machine === undefined || machine !== self()?.machine) return false
  if (!isThere(Number(pid))) return true
  const running = begunAt(pid)
  return running !== undefined && running !== begun
}

const shortId = () => crypto.randomUUID().slice(0, 8)

function self(): { machine: string; pid: number; begun: string } | undefined {
  const begun = begunAt('self')
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')
    // Containers of one machine count processes each for itself.
    const numbering = readlinkSync('/proc/self/ns/pid')
    const machine = new Bun.CryptoHasher('sha256').update(boot + numbering).digest('hex')
    return begun === undefined ? undefined : { machine: machine.slice(0, 12), pid: process.pid, begun }
  } catch {
    return undefined
  }
}

/** In ticks since the machine was booted: the 22nd field, counted behind a name that may have spaces. See proc(5). */
function begunAt(pid: string): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Of somebody else's it says that it is not permitted.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
