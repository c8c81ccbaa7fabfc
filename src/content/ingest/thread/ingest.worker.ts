/* Worker thread that runs the ingest outside of the thread that serves pages, on its own connection. One run at a
   time. */
import { type Db, openDb } from '../../../db/client.ts'
import { lowerThreadPriority } from '../../../jobs/thread-priority.ts'
import { createHighlighter } from '../../body/highlight.ts'
import { type IngestDeps, ingest } from '../ingest.ts'
import {
  type Answer,
  type FromThread,
  type IngestSetup,
  type Question,
  serializeError,
  type ToThread,
} from './messages.ts'

lowerThreadPriority(5)

const send = (message: FromThread) => postMessage(message)
const pending = new Map<number, (answer: Answer) => void>()
let lastId = 0

function ask(question: Question): Promise<Answer> {
  const id = ++lastId
  send({ kind: 'question', id, question })
  return new Promise((resolve) => pending.set(id, resolve))
}

let opened: { db: Db; deps: Omit<IngestDeps, 'now'> } | undefined

async function open({ database, contentDir, embeds }: IngestSetup) {
  const log = {
    error: (message: string, cause?: unknown) => send({ kind: 'error', message, cause: wordsOf(cause) }),
    info: (message: string) => send({ kind: 'info', message }),
  }
  const db = await openDb({ ...database, log })
  const images: IngestDeps['images'] = {
    measure: async (src, known) => {
      const answer = await ask({ kind: 'measure', src, known })
      return typeof answer === 'object' && !('src' in answer) ? answer : undefined
    },
    prepare: async (src, known) => {
      const answer = await ask({ kind: 'prepare', src, known })
      return typeof answer === 'object' && !('row' in answer) ? answer : undefined
    },
  }
  const serves = async (path: string) => (await ask({ kind: 'serves', path })) === true
  return { db, deps: { db, contentDir, embeds, images, serves, highlighter: createHighlighter() } }
}

let stopping = new AbortController()

async function run({ setup, only, pictures, now }: Extract<ToThread, { kind: 'run' }>): Promise<void> {
  stopping = new AbortController()
  const { signal } = stopping
  try {
    opened ??= await open(setup)
    const onProgress = (done: number, total: number) => send({ kind: 'progress', done, total })
    const options = { only, pictures, signal, onProgress }
    send({ kind: 'done', report: await ingest({ ...opened.deps, now: () => now }, options) })
  } catch (error) {
    send({ kind: 'failed', error: serializeError(error) })
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

addEventListener('message', async ({ data }: MessageEvent<ToThread>) => {
  if (data.kind === 'run') await run(data)
  else if (data.kind === 'stop') stopping.abort()
  else if (data.kind === 'answer') {
    pending.get(data.id)?.(data.answer)
    pending.delete(data.id)
  } else {
    await opened?.db.close().catch(() => undefined)
    send({ kind: 'closed' })
  }
})
