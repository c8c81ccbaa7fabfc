import { defaultInstruments } from '../../instrument.ts'
import type { FeedManifest } from '../manifest.ts'
import { createDemoFeed } from './demo.ts'

export const demoManifest: FeedManifest = {
  instruments: () => defaultInstruments,
  create: ({ clock, seed }) => createDemoFeed({ instruments: defaultInstruments, clock, seed }),
}
