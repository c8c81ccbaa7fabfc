import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillLoop, sendLoop } from '../broadcast/delivery/run-sender.ts'
import { seriesLoop } from '../broadcast/series/run-series.ts'
import { tasksLoop } from '../broadcast/tasks/run-tasks.ts'
import { roles } from '../config/roles.ts'
import { memoryJob } from '../jobs/free-memory.ts'
import type { Recurring } from '../jobs/jobs.ts'
import { noticesLoop } from '../telegram/notices/run-notices.ts'
import { domainJobs } from './domain-jobs.ts'
import { setupJob } from './parts/setup-offer.ts'
import { replicaLoop } from './replica/open-app-database.ts'
import { type TimetableDeps, timetable } from './timetable.ts'

const idle = async () => {}
const accounts = {} as unknown as NonNullable<TimetableDeps['accounts']>
const everything: Required<TimetableDeps> = {
  market: { sync: idle, checkpoint: idle },
  alerts: { reload: idle },
  pushes: { send: idle },
  library: { refresh: idle },
  content: { publishDue: idle },
  previews: { draw: idle },
  copies: { clear: idle },
  missed: { settle: idle },
  backups: { run: idle },
  accounts,
  bots: { claim: idle, trim: idle },
  sender: { markPresence: idle, trimNotices: idle, trimSeries: idle, trimDeliveries: idle },
  telegram: { sendNews: idle, setMenu: idle, trim: idle },
  webhook: { set: idle },
}

test('a process has only the jobs of the dependencies it has opened', () => {
  expect(timetable({})).toEqual([])
})

const loops = { sendLoop, fillLoop, tasksLoop, seriesLoop, noticesLoop, replicaLoop }
/** These two jobs end by themselves: memory is given back once, and one process offers the setup link. */
const ending = { memoryJob, setupJob }
const further = [...Object.values(loops), ...Object.values(ending)]
const recurring: readonly Recurring[] = [...timetable(everything), ...domainJobs, ...further]

const languages = {
  en: { any: 'any', units: ['ms', 's', 'min', 'h'] },
  ru: { any: 'любая', units: ['мс', 'с', 'мин', 'ч'] },
} as const

/** Returns the rows of the table: one for each role and interval. */
function rowsIn(language: keyof typeof languages): string[] {
  const { any, units } = languages[language]
  const textOf = (ms: number) => {
    const at = [1000, 60_000, 3_600_000].filter((unit) => ms % unit === 0).length
    return `${ms / ([1, 1000, 60_000, 3_600_000][at] ?? 1)} ${units[at]}`
  }
  return ['any' as const, ...roles].flatMap((role) => {
    const own = recurring.filter((work) => work.role === role).sort((a, b) => a.every - b.every)
    const groups = [...Map.groupBy(own, ({ every }) => every)]
    const name = role === 'any' ? any : `\`${role}\``
    return groups.map(
      ([ms, jobs]) => `| ${name} | ${textOf(ms)} | ${jobs.map((job) => `\`${job.name}\``).join(', ')} |`,
    )
  })
}

test.each(['en', 'ru'] as const)(
  'the page about metrics lists all recurring work with role and interval: %s',
  (language) => {
    const page = readFileSync(join(src, `../content/${language}/docs/5.operations/15.metrics.md`), 'utf8')
    const [, section = ''] = page.split(/^## (?:Recurring work|Регулярная работа)$/m)
    const [, , ...rows] =
      section
        .split(/^## /m)[0]
        ?.split('\n')
        .filter((line) => line.startsWith('|')) ?? []
    expect(rows).toEqual(rowsIn(language))
  },
)

test('each name of recurring work is unique', () => {
  const names = recurring.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

const src = join(import.meta.dir, '..')
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path))
  .sort()
const filesWith = (pattern: RegExp) => sources.filter((path) => pattern.test(readFileSync(join(src, path), 'utf8')))

test('only the listed loops are started', () => {
  const started = sources.flatMap((path) => readFileSync(join(src, path), 'utf8').match(/(?<=\bstartLoop\()\w+/g) ?? [])
  expect(started.sort()).toEqual(Object.keys(loops).sort())
})

test('only the timetable, the domains and two one-off jobs start jobs', () => {
  expect(filesWith(/startJobs\((?!\w+, timetable\()/)).toEqual(['jobs/jobs.ts', 'main/domain-jobs.ts'])
  const others = sources.flatMap((path) => {
    return readFileSync(join(src, path), 'utf8').match(/(?<=\bjobs\.every\()\w+(?=\.every)/g) ?? []
  })
  expect(others.sort()).toEqual(Object.keys(ending).sort())
  expect(filesWith(/jobs\.every\((?!\w+\.every)/)).toEqual(['jobs/jobs.ts'])
})

/** Files whose intervals belong to one connection, request or page and end with it */
const ownIntervals =
  /^(browser|charts|live|ticker\/protocol|content\/query)\/|^site\/dev-routes|^bots\/backtest-pages\/answer-late|\.(island|browser|behavior)\.tsx?$/

test('recurring server work is in the timetable and not in separate intervals', () => {
  expect(filesWith(/\bsetInterval\(/).filter((path) => !ownIntervals.test(path))).toEqual(['jobs/jobs.ts'])
})
