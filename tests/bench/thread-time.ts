import { dlopen, ptr } from 'bun:ffi'

/** ID of the Linux clock `CLOCK_THREAD_CPUTIME_ID` */
const clock = 3

/**
 * Returns a function that reads the processor time of the calling thread, ms. `process.threadCpuUsage` is only updated
 * at the kernel's ticks of 4 ms.
 */
export function createThreadClock(): () => number {
  const { symbols } = dlopen('libc.so.6', { clock_gettime: { args: ['i32', 'ptr'], returns: 'i32' } })
  const time = new BigInt64Array(2)
  const address = ptr(time)
  return () => {
    symbols.clock_gettime(clock, address)
    return Number(time[0]) * 1000 + Number(time[1]) / 1e6
  }
}
