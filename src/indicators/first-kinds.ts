import { createBollinger } from './bollinger.ts'
import { createEma } from './ema.ts'
import { type Indicator, ofCloses } from './indicator.ts'
import { createMacd } from './macd.ts'
import { createRsi } from './rsi.ts'
import { createSma } from './sma.ts'

export type Create = (params: readonly number[]) => Indicator

/** The indicators that are used most: every chart has their code. */
export const firstKinds = {
  sma: ([n = 20]) => ofCloses(createSma(n)),
  ema: ([n = 50]) => ofCloses(createEma(n)),
  bollinger: ([n = 20, deviations = 2]) => ofCloses(createBollinger(n, deviations)),
  rsi: ([n = 14]) => ofCloses(createRsi(n)),
  macd: ([fast = 12, slow = 26, signal = 9]) => ofCloses(createMacd(fast, slow, signal)),
} satisfies Record<string, Create>
