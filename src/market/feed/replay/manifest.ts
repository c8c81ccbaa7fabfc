import type { FeedManifest } from '../manifest.ts'
import { parseReplay } from './from-value.ts'
import { createReplayFeed, instrumentOf } from './replay.ts'
import { readReplayFile } from './replay-file.ts'

export const replayManifest: FeedManifest = {
  instruments: (stored) => Array.from(stored, ([asset, digits]) => instrumentOf({ asset, ...digits })),
  minNotional: '0',
  create: ({ value, clock, steps }) => {
    const { path, speed } = parseReplay(value)
    return createReplayFeed({ file: readReplayFile(path, steps), speed, steps, clock })
  },
}
