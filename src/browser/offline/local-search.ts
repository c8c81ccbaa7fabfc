import type { Locale } from '../../i18n/locales.ts'
import type { Answer, Question } from './messages.ts'
import { hasWasm } from './wasm.ts'

declare const OFFLINE_WORKER: string

let asked = 0
let worker: Worker | undefined
const waiting = new Map<number, (html: string | undefined) => void>()

export function searchLocally(locale: Locale, query: string): Promise<string | undefined> {
  worker ??= startWorker()
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  asked++
  waiting.set(asked, resolve)
  const question: Question = { ask: 'search', number: asked, locale, query, hasWasm: hasWasm() }
  worker.postMessage(question)
  return promise
}

function startWorker(): Worker {
  const own = new Worker(OFFLINE_WORKER, { type: 'module' })
  own.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    if (data.is !== 'found') return
    waiting.get(data.number)?.(data.html)
    waiting.delete(data.number)
  })
  own.addEventListener('error', () => {
    for (const resolve of waiting.values()) resolve(undefined)
    waiting.clear()
    worker = undefined
  })
  return own
}
