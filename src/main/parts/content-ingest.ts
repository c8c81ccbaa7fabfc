import { setTimeout } from 'node:timers/promises'
import { type ContentFollower, followContent } from '../../content/follow-content.ts'
import type { IngestReport } from '../../content/ingest/ingest.ts'
import { drawPictures } from '../../content/ingest/pictures.ts'
import { reportProblems } from '../../content/ingest/problem-report.ts'
import { createIngestThread } from '../../content/ingest/thread/ingest-thread.ts'
import type { LibraryCache } from '../../content/library-cache.ts'
import { findContentVersion } from '../../content/queries.ts'
import type { ReadStaticFile } from '../../http/static-files.ts'
import { createBackground } from '../../jobs/background.ts'
import { ingestAtStart, ingestDeps } from '../content.ts'
import { installPrepared } from '../prepared/prepared-content.ts'
import type { Shared } from '../shared.ts'
import type { Site } from '../site.ts'

/** The ingest at start and the ingests that follow. */
export interface ContentIngest {
  /** Resolves when all texts are ingested and shown. */
  first: Promise<IngestReport>
  /** Resolves when there is a page to show. */
  hasTexts: Promise<unknown>
  /** True while `first` is running */
  readonly isFilling: boolean
  /** Follows changes of the texts. Call it once, from the site that shows them. */
  follow(site: Pick<Site, 'library' | 'keepProblems'>): ContentFollower
  close(): Promise<void>
}

export async function startContentIngest(shared: Shared, publicFiles: ReadStaticFile): Promise<ContentIngest> {
  const { config, databases, log, now, signal, starting } = shared
  const { contentDir } = config
  const db = await databases.content()
  const deps = ingestDeps({ config, db, publicFiles, now })
  const thread = createIngestThread({ ...deps, database: config.databases.content, log })
  const site = Promise.withResolvers<LibraryCache | undefined>()
  const [background, filled] = [createBackground(log), new AbortController()]
  const hasText = Promise.withResolvers<void>()
  if ((await findContentVersion(db)) > 0) hasText.resolve()
  const onProgress = (done: number, total: number) => {
    starting.step('texts', done, total)
    if (done === 1) void background.run('Showing the first texts', async () => showTexts(site.promise, filled.signal))
    hasText.resolve()
  }
  const ingestAll = async () => {
    const prepare = () => installPrepared(config, { bundle: shared.bundle, log })
    const report = await ingestAtStart(thread, deps, { signal, onProgress, installPrepared: prepare })
    process.stderr.write(reportProblems(report.problems, contentDir))
    await (await site.promise)?.refresh()
    filled.abort()
    return report
  }
  const first = ingestAll()
  // Awaited later by the start; until then a rejection must not end the process.
  first.catch(() => undefined)
  const hasTexts = Promise.race([first, hasText.promise])
  hasTexts.catch(() => undefined)
  return {
    first,
    hasTexts,
    get isFilling() {
      return !filled.signal.aborted
    },
    follow: ({ library, keepProblems }) => {
      site.resolve(library)
      const ingest = (only: string[] | undefined, ending: AbortSignal) =>
        thread.ingest(only, deps.now(), { pictures: 'later', signal: ending })
      const draw = (srcs: readonly string[], ending: AbortSignal) =>
        drawPictures(db, deps.images, srcs, { signal: ending })
      const following = { ingest, drawPictures: draw, onProblems: keepProblems }
      return followContent({ contentDir, library, first, ...following, log, now })
    },
    close: async () => {
      filled.abort()
      // Unblock `takeIn` in case the site was never opened.
      site.resolve(undefined)
      await background.idle()
      await thread.close()
    },
  }
}

/** Min pause between two refreshes of the library, ms */
const minPauseMs = 250
/** Factor of the last refresh time: a refresh takes longer the more texts there are. */
const pauseFactor = 10

/** Refreshes the library repeatedly until all texts are ingested. */
async function showTexts(site: Promise<LibraryCache | undefined>, signal: AbortSignal): Promise<void> {
  const library = await site
  while (!signal.aborted) {
    const startedAt = performance.now()
    await library?.refresh()
    const pauseMs = Math.max(minPauseMs, pauseFactor * (performance.now() - startedAt))
    await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}
