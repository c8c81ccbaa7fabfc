/** A candle of the benchmark; `time` in seconds since 1970 */
export interface BenchCandle {
  time: number
  open: number
  high: number
  low: number
  close: number
}

/** The part of a chart that is measured. Changes are drawn with the next frame. */
export interface BenchRenderer {
  /** Shows the newest candles. @param visible  number of candles in the window */
  set(candles: BenchCandle[], visible: number): void
  /** Replaces the last candle. */
  update(candle: BenchCandle): void
  /** Moves the window by a number of candles. */
  pan(by: number): void
}

/** Makes a renderer available to the page in which its bundle runs. */
export function offer(create: (host: HTMLElement) => BenchRenderer): void {
  Object.assign(globalThis, { createRenderer: create })
}
