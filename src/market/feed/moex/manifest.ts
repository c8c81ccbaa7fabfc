import type { FeedManifest } from '../manifest.ts'
import { intervalMs, issAddress, judgeIss, specialDaysPath } from './iss.ts'
import { readSpecialDays } from './messages.ts'
import { createMoexFeed } from './moex.ts'
import { moexShares } from './shares.ts'

export const moexManifest: FeedManifest = {
  instruments: () => moexShares,
  minNotional: '0',
  create: ({ clock, log, addresses }) =>
    createMoexFeed({ instruments: moexShares, address: addresses?.rest, clock, log }),
  probe: {
    address: issAddress,
    requests: { intervalMs, judge: judgeIss },
    path: specialDaysPath,
    read: (body) => readSpecialDays(body) && {},
  },
}
