import { type ComparedTrade, type Life, replayLife } from './replay-life.ts'

/* This worker thread replays the life of one bot. */

export type LifeReply = { status: 'done'; trades: ComparedTrade[] } | { status: 'failed'; message: string }

addEventListener('message', ({ data }: MessageEvent<Life>) => {
  try {
    reply({ status: 'done', trades: replayLife(data) })
  } catch (error) {
    reply({ status: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
})

function reply(message: LifeReply): void {
  postMessage(message)
}
