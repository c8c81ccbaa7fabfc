import { type Background, createBackground } from '../../jobs/background.ts'
import { createCoalescedRuns } from '../../jobs/coalesced-runs.ts'
import type { Logger } from '../../log/logger.ts'
import type { LibraryCache } from '../library/library-cache.ts'
import type { IngestReport } from './ingest.ts'
import type { Problem } from './problem.ts'
import { watchContent } from './watch.ts'

/** Delay of a full ingest after a failed one, ms */
const retryMs = 60_000

/** Max number of remembered problems; errors are kept first */
const maxProblems = 10_000

export interface ContentFollower {
  publishDue(): Promise<void>
  /**
   * Stops following the content. A running ingest ends at the next file; the next start of the program ingests the
   * others.
   */
  close(): Promise<void>
}

export interface FollowContentOptions {
  contentDir: string
  library: Pick<LibraryCache, 'refresh'>
  /** Runs an ingest of some files or all. @throws the signal's reason if it stopped the run between two files */
  ingest(only: string[] | undefined, signal: AbortSignal): Promise<IngestReport>
  /** Result of the first ingest, which may still be running: edits made meanwhile are ingested after it */
  first: Promise<Pick<IngestReport, 'nextPublicationAt' | 'problems' | 'between' | 'undrawn'>>
  /**
   * Makes the copies of pictures that an ingest has left undrawn. It runs after the ingest; edits do not wait for it.
   * @returns problems by picture. @throws the signal's reason
   */
  drawPictures?:
    | ((srcs: readonly string[], signal: AbortSignal) => Promise<ReadonlyMap<string, readonly Problem[]>>)
    | undefined
  /** Called after each check with all current problems of the texts */
  onProblems?: ((problems: readonly Problem[]) => void) | undefined
  log: Logger
  /** Returns the current time, ms UTC */
  now?: (() => number) | undefined
}

/** Keeps the library up to date: ingests edits, and publications when they are due. */
export function followContent(options: FollowContentOptions): ContentFollower {
  const { contentDir, log } = options
  const background = createBackground(log)
  const closing = new AbortController()
  const updates = createUpdates(options, background, closing.signal)
  const watcher = watchContent({
    contentDir,
    // If an update fails, for example while a folder is being moved, the failure is logged; the next run may succeed.
    onChange: (files) => background.run('Updating the content', () => updates.run(files)),
  })
  return {
    publishDue: updates.publishDue,
    close: async () => {
      closing.abort()
      await watcher.close()
      await background.idle()
    },
  }
}

/**
 * Creates the runner of updates, in which every run waits for the first ingest. It tracks when the next page is to be
 * published.
 */
function createUpdates(options: FollowContentOptions, background: Background, closing: AbortSignal) {
  const { library, ingest, first, drawPictures, log, now = Date.now } = options
  /** Time of the next publication, ms UTC */
  let dueAt: number | undefined
  const problemTracker = createProblemTracker()
  const pictures = createPictureQueue(async (srcs) => (await drawPictures?.(srcs, closing)) ?? new Map())
  /** Whether the ingest of an edit has failed, so that the next run must check all files. */
  let isBehind = false

  const showProblems = () => options.onProblems?.([...problemTracker.current(), ...pictures.currentProblems()])
  const drawQueued = createCoalescedRuns(background, 'Resizing', async () => {
    try {
      logProblems(log, await pictures.run())
      showProblems()
      await library.refresh()
    } catch (error) {
      if (closing.aborted && error === closing.reason) return
      scheduleRetry()
      throw error
    }
  })
  const draw = ({ undrawn }: Pick<IngestReport, 'undrawn'>, only?: string[]) => {
    pictures.add(undrawn, only)
    if (undrawn.length > 0) drawQueued('pictures')
  }
  const scheduleRetry = () => {
    isBehind = true
    dueAt = Math.min(dueAt ?? Number.POSITIVE_INFINITY, now() + retryMs)
  }
  const firstSucceeded = first.then(
    (report) => {
      dueAt = report.nextPublicationAt
      problemTracker.update(report)
      draw(report)
      showProblems()
      return true
    },
    // An error of the first ingest is handled by the caller that started it.
    () => false,
  )
  const run = async (edited?: string[]) => {
    if (!(await firstSucceeded)) return
    const startedAt = performance.now()
    const only = isBehind ? undefined : edited
    const report = await ingestAndRefresh(only)
    if (!report) return
    dueAt = report.nextPublicationAt
    const problems = problemTracker.update(report, only)
    draw(report, only)
    showProblems()
    logReport(log, { ...report, problems }, Math.round(performance.now() - startedAt))
  }
  /** Runs an ingest and reads the new content; undefined if the run was stopped by `close` */
  const ingestAndRefresh = async (only?: string[]) => {
    try {
      const report = await ingest(only, closing)
      await library.refresh()
      if (!only) isBehind = false
      return report
    } catch (error) {
      if (closing.aborted && error === closing.reason) return undefined
      scheduleRetry()
      throw error
    }
  }
  const publishDue = async () => {
    await firstSucceeded
    if (dueAt === undefined || dueAt > now()) return
    dueAt = undefined
    await run()
  }
  return { run, publishDue }
}

/** Keeps track of problems, so that each is logged once while it persists. */
function createProblemTracker() {
  let reported: Problem[] = []
  let between = new Set<string>()
  return {
    /** Stores the problems of a run over some files, or over all, and returns the new ones */
    update: (report: Pick<IngestReport, 'problems' | 'between'>, only?: string[]): Problem[] => {
      const known = new Set(reported.map(keyOf))
      // Problems of files outside of the run stay, because the run does not know whether they persist.
      const stands = (problem: Problem) => !only?.includes(problem.file) && !between.has(keyOf(problem))
      reported = worstOf([...(only ? reported.filter(stands) : []), ...report.problems])
      const kept = new Set(reported.map(keyOf))
      between = new Set(report.between.map(keyOf).filter((key) => kept.has(key)))
      // Problems over the limit are skipped, because they would be logged again after every edit.
      return report.problems.filter((problem) => kept.has(keyOf(problem)) && !known.has(keyOf(problem)))
    },
    current: (): readonly Problem[] => reported,
  }
}

function worstOf(problems: Problem[]): Problem[] {
  if (problems.length <= maxProblems) return problems
  const isError = ({ severity }: Problem) => Number(severity === 'error')
  return problems.toSorted((a, b) => isError(b) - isError(a)).slice(0, maxProblems)
}

function keyOf(problem: Problem): string {
  return JSON.stringify(problem)
}

function logReport(log: Logger, { problems, changed, removed }: IngestReport, durationMs: number): void {
  logProblems(log, problems)
  log.info('content ingested', { changed: changed.length, removed: removed.length, durationMs })
}

function logProblems(log: Logger, problems: readonly Problem[]): void {
  for (const { file, line, field, message, hint, severity } of problems) {
    log.warn(message, { event: 'content', severity, file, line, field, hint })
  }
}

interface PictureQueue {
  /**
   * Adds pictures to the queue after a run.
   * @param undrawn  pictures that the run has left without copies
   * @param only  texts and pictures checked by the run; all if undefined
   */
  add(undrawn: readonly string[], only: readonly string[] | undefined): void
  /**
   * Makes copies until the queue is empty. @returns new problems. @throws errors of `draw`; the current batch is then
   * dropped
   */
  run(): Promise<Problem[]>
  currentProblems(): Problem[]
}

/** Creates the queue of pictures whose copies are made after an ingest. */
function createPictureQueue(
  draw: (srcs: readonly string[]) => Promise<ReadonlyMap<string, readonly Problem[]>>,
): PictureQueue {
  const waiting = new Set<string>()
  const bad = new Map<string, readonly Problem[]>()
  const run = async (): Promise<Problem[]> => {
    const fresh: Problem[] = []
    while (waiting.size > 0) {
      const srcs = [...waiting]
      waiting.clear()
      const found = await draw(srcs)
      for (const src of srcs) {
        const known = new Set(bad.get(src)?.map((problem) => JSON.stringify(problem)))
        const problems = found.get(src) ?? []
        fresh.push(...problems.filter((problem) => !known.has(JSON.stringify(problem))))
        if (problems.length > 0) bad.set(src, problems)
        else bad.delete(src)
      }
    }
    return fresh
  }
  return {
    add: (undrawn, only) => {
      const left = new Set(undrawn)
      for (const [src, problems] of bad) {
        const isSeen = !only || problems.some(({ file }) => only.includes(file))
        // The problem is removed, because no page shows the picture any more, or the picture has changed.
        if (isSeen && !left.has(src)) bad.delete(src)
      }
      for (const src of undrawn) waiting.add(src)
    },
    run,
    currentProblems: () => [...bad.values()].flat(),
  }
}
