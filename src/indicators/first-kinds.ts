import { createBollinger } from './bollinger.ts'
import { createEma } from './ema.ts'
import { createMacd } from './macd.ts'
import { createRsi } from './rsi.ts'
import { createSma } from './sma.ts'
import type { Create } from './source.ts'

/** The indicators that are used most: every chart has their code. */
export const firstKinds = {
  sma: ([n = 20], on) => on(createSma(n)),
  ema: ([n = 50], on) => on(createEma(n)),
  bollinger: ([n = 20, deviations = 2], on) => on(createBollinger(n, deviations)),
  rsi: ([n = 14], on) => on(createRsi(n)),
  macd: ([fast = 12, slow = 26, signal = 9], on) => on(createMacd(fast, slow, signal)),
} satisfies Record<string, Create>
