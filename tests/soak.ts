/**
 * `bun run soak [MINUTES]`: half an hour of mixed load, unless told otherwise, on a server of its own: pages, searches,
 * sign-ins, 2,000 sockets and a running broadcast. Fails when something was not answered, an error was logged, or memory
 * has grown: after two fifths of the time the median of the last third of the samples is compared with that of the first.
 */
import { join } from 'node:path'
import { soak } from './soaked.ts'

const minutes = Number(process.argv[2] ?? 30)
const say = (line: string) => process.stdout.write(`${line}\n`)
let toldAt = 0
const { faults, memory, ...counts } = await soak({
  contentDir: join(import.meta.dir, '../content'),
  seconds: minutes * 60,
  sockets: 2000,
  pagesPerSecond: 20,
  onSample: (seconds, mebibytes) => {
    if (seconds - toldAt < 60) return
    toldAt = seconds
    say(`${Math.round(seconds / 60)} min: ${mebibytes.toFixed(0)} MiB`)
  },
})
say(`${counts.answers} answers, ${counts.ticks} ticks, ${counts.messages} messages`)
say(`memory after warm-up: ${memory.first.toFixed(0)} MiB at first, ${memory.last.toFixed(0)} MiB in the end`)
for (const fault of faults) say(`✗ ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0
