import type { FeedManifest } from '../manifest.ts'
import { parseReplay } from './from-value.ts'
import { createReplayFeed } from './replay.ts'
import { readReplayFile } from './replay-file.ts'

export const replayManifest: FeedManifest = {
  create: ({ value, clock, steps }) => {
    const { path, speed } = parseReplay(value)
    return createReplayFeed({ file: readReplayFile(path, steps), speed, steps, clock })
  },
}
