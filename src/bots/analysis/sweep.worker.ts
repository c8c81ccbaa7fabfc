import { doSweepWork, type SweepReply, type SweepWork } from './sweep-work.ts'

/* Does one piece of a sweep after the other beside the serving thread. */

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
