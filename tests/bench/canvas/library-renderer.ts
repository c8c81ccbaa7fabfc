import { CandlestickSeries, createChart, type UTCTimestamp } from 'lightweight-charts'
import { type BenchCandle, offer } from './renderer.ts'

offer((host) => {
  const chart = createChart(host, { width: host.clientWidth, height: host.clientHeight })
  const series = chart.addSeries(CandlestickSeries)
  const scale = chart.timeScale()
  const timed = ({ time, ...prices }: BenchCandle) => ({ time: time as UTCTimestamp, ...prices })
  return {
    set: (candles, visible) => {
      series.setData(candles.map(timed))
      scale.setVisibleLogicalRange({ from: candles.length - visible, to: candles.length + 4 })
    },
    update: (candle) => series.update(timed(candle)),
    pan: (by) => {
      const range = scale.getVisibleLogicalRange()
      if (range) scale.setVisibleLogicalRange({ from: range.from + by, to: range.to + by })
    },
  }
})
