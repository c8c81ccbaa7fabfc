import { createAdx } from './adx.ts'
import { createAtr } from './atr.ts'
import type { IndicatorChoice, IndicatorId } from './catalog.ts'
import { createCci } from './cci.ts'
import { createDonchian, createIchimoku, createKeltner } from './channels.ts'
import { firstKinds } from './first-kinds.ts'
import type { Indicator } from './indicator.ts'
import { createMfi } from './mfi.ts'
import { createObv } from './obv.ts'
import { createPivots } from './pivots.ts'
import { createSar } from './sar.ts'
import { createSma } from './sma.ts'
import { type Create, createFrom } from './source.ts'
import { createStochastic, createStochRsi } from './stochastic.ts'
import { createSuperTrend } from './supertrend.ts'
import { createAnchoredVwap, createVwap } from './vwap.ts'
import { createWma } from './wma.ts'

/** Mean of the newest volumes */
function createVolumeAverage(length: number): Indicator {
  const { close, peek } = createSma(length)
  return { close: ({ volume }) => close(volume), peek: ({ volume }) => peek(volume) }
}

/** How every indicator is computed. The catalog replaces missing parameters, so the defaults below are never used. */
export const creators: Record<IndicatorId, Create> = {
  ...firstKinds,
  wma: ([n = 20], on) => on(createWma(n)),
  supertrend: ([n = 10, multiplier = 3]) => createSuperTrend(n, multiplier),
  ichimoku: ([conversion = 9, base = 26, span = 52, displacement = 26]) =>
    createIchimoku(conversion, base, span, displacement),
  sar: ([initial = 0.02, increment = 0.02, limit = 0.2]) => createSar(initial, increment, limit),
  adx: ([n = 14]) => createAdx(n),
  pivots: ([days = 1]) => createPivots(days),
  stochastic: ([n = 14, smoothing = 3, signal = 3]) => createStochastic(n, smoothing, signal),
  stochrsi: ([rsi = 14, n = 14, smoothing = 3, signal = 3], on) => on(createStochRsi(rsi, n, smoothing, signal)),
  cci: ([n = 20]) => createCci(n),
  atr: ([n = 14]) => createAtr(n),
  keltner: ([n = 20, multiplier = 2, range = 10]) => createKeltner(n, multiplier, range),
  donchian: ([n = 20]) => createDonchian(n),
  vwap: ([days = 1]) => createVwap(days),
  avwap: ([from = 0]) => createAnchoredVwap(from),
  vma: ([n = 20]) => createVolumeAverage(n),
  obv: ([days = 1]) => createObv(days),
  mfi: ([n = 14]) => createMfi(n),
}

/** Creates a chosen indicator. */
export function createChosen(choice: IndicatorChoice): Indicator {
  const created = createFrom(creators, choice)
  if (!created) throw new Error(`No code for ${choice.id}`)
  return created
}
