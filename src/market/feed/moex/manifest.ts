import type { FeedManifest } from '../manifest.ts'
import { intervalMs, issAddress, judgeIss, specialDaysPath } from './iss.ts'
import { readSpecialDays } from './messages.ts'
import { createMoexFeed } from './moex.ts'
import { moexShares } from './shares.ts'

export const moexManifest: FeedManifest = {
  instruments: () => moexShares,
  minNotional: '0',
  // Shares in the main trading mode, trading and clearing, without the fee of a broker, on 2026-11-30:
  // https://www.moex.com/s428
  fees: { venue: 'MOEX', makerFee: 0, takerFee: 300 },
  create: ({ clock, log, addresses }) =>
    createMoexFeed({ instruments: moexShares, address: addresses?.rest, clock, log }),
  probe: {
    address: issAddress,
    requests: { intervalMs, judge: judgeIss },
    path: specialDaysPath,
    read: (body) => readSpecialDays(body) && {},
  },
}
