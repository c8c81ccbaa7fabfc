import { readFileSync, readlinkSync } from 'node:fs'

/**
 * Creates a name for this process as a lease owner. On Linux the name contains the machine's boot, the process id and
 * its start time, so another process on the same machine can check whether the owner still runs. On other systems it is
 * a random id.
 */
export function newLeaseOwner(): string {
  const own = self()
  return own ? `${own.machine}-${own.pid}-${own.begun}-${shortId()}` : crypto.randomUUID()
}

/** Whether an owner is known to have ended. Always false for other machines or containers: their leases must expire. */
export function ownerHasEnded(leaseOwner: string): boolean {
  const [, machine, pid = '', begun] = /^([0-9a-f]{12})-(\d+)-(\d+)-[0-9a-f]{8}$/.exec(leaseOwner) ?? []
  if (machine === undefined || machine !== self()?.machine) return false
  if (!isRunning(Number(pid))) return true
  const running = startTimeOf(pid)
  return running !== undefined && running !== begun
}

const shortId = () => crypto.randomUUID().slice(0, 8)

function self(): { machine: string; pid: number; begun: string } | undefined {
  const begun = startTimeOf('self')
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')
    // Process ids are unique only within the PID namespace of a container.
    const numbering = readlinkSync('/proc/self/ns/pid')
    const machine = new Bun.CryptoHasher('sha256').update(boot + numbering).digest('hex')
    return begun === undefined ? undefined : { machine: machine.slice(0, 12), pid: process.pid, begun }
  } catch {
    return undefined
  }
}

/** Start time of a process, ticks since boot: field 22, after the name, which may contain spaces. See proc(5). */
function startTimeOf(pid: string): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM means that the process exists but belongs to another user, so it still runs.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
