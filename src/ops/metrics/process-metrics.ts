import { readdirSync } from 'node:fs'
import type { Registry } from './registry.ts'

const delayBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** Registers metrics of the process under their conventional names. @returns a callback for event loop delays, ms */
export function watchProcess(registry: Registry): (ms: number) => void {
  const startedAt = Date.now() / 1000 - process.uptime()
  const memory = () => process.memoryUsage()
  registry.collect('gauge', { name: 'process_start_time_seconds', help: 'When the process began, Unix time' }, () => [
    { value: startedAt },
  ])
  registry.collect('counter', { name: 'process_cpu_seconds', help: 'Processor time of all threads' }, () => {
    const { user, system } = process.cpuUsage()
    return [{ value: (user + system) / 1e6 }]
  })
  registry.collect('gauge', { name: 'process_resident_memory_bytes', help: 'Memory of the whole process' }, () => [
    { value: memory().rss },
  ])
  registry.collect('gauge', { name: 'kurs_heap_bytes', help: 'Objects of the program' }, () => [
    { value: memory().heapUsed },
  ])
  registry.collect('gauge', { name: 'process_open_fds', help: 'Open files and sockets' }, () => [
    // Subtracts the descriptor of the folder being read.
    { value: readdirSync('/proc/self/fd').length - 1 },
  ])
  const delay = registry.histogram({
    name: 'kurs_event_loop_delay_seconds',
    help: 'How much later than asked for recurring jobs had their turn on the thread of answers',
    bounds: delayBounds,
  })
  return (ms) => delay.observe({}, ms / 1000)
}
