import type { Answer, Question, Reason } from '../messages.ts'
import { NetworkError } from '../requests.ts'
import { saveNewestVersion } from './save-version.ts'
import { searchSaved } from './search.tsx'

// Web worker for readers who save documentation: it saves versions and searches them outside of the page's thread.
addEventListener('message', async ({ data }: MessageEvent<Question>) => {
  answer(data.ask === 'keep' ? await keep(data) : await search(data))
})

async function keep({ locale, build, hasWasm }: Extract<Question, { ask: 'keep' }>): Promise<Answer> {
  try {
    const onProgress = (percent: number) => answer({ is: 'progress', percent })
    return { is: 'kept', kept: await saveNewestVersion({ locale, build, hasWasm, onProgress }) }
  } catch (error) {
    return { is: 'failed', reason: reasonOf(error) }
  }
}

async function search(question: Extract<Question, { ask: 'search' }>): Promise<Answer> {
  const { number, locale, query, hasWasm } = question
  try {
    return { is: 'found', number, html: await searchSaved(locale, query, hasWasm) }
  } catch {
    return { is: 'found', number }
  }
}

function reasonOf(error: unknown): Reason {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'space'
  return error instanceof NetworkError ? 'network' : 'other'
}

function answer(message: Answer): void {
  postMessage(message)
}
