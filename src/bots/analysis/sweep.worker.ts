import { doSweepWork, type SweepReply, type SweepWork } from './sweep-result.ts'

/* This worker thread processes one piece of a sweep at a time. */

addEventListener('message', ({ data }: MessageEvent<SweepWork>) => {
  try {
    reply(doSweepWork(data))
  } catch (error) {
    reply({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
})

function reply(message: SweepReply): void {
  postMessage(message)
}
