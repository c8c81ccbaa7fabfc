/**
 * `bun run soak [MINUTES]`: 30 minutes of mixed load by default, on a dedicated server: pages, searches, sign-ins,
 * 2,000 sockets and a running broadcast. Fails on a wrong answer, a logged error, or memory growth: after two fifths of
 * the time, compares the median of the last third of the samples with that of the first third.
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
