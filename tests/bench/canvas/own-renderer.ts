import { type BenchCandle, offer } from './renderer.ts'

const axis = { width: 64, height: 26 }
const colors = { up: '#26a69a', down: '#ef5350', grid: '#e6e8ec', text: '#191919', cross: '#758696' }

/** Candles, both axes with labels, the line of the last price, and a crosshair without labels */
offer((host) => {
  const [base, over] = [createLayer(host), createLayer(host)]
  const plot = { width: host.clientWidth - axis.width, height: host.clientHeight - axis.height }
  let candles: BenchCandle[] = []
  let [from, count] = [0, 100]
  let isAwaited = false
  const draw = () => {
    isAwaited = false
    drawChart(base, candles, from, count, plot)
  }
  const redraw = () => {
    if (!isAwaited) requestAnimationFrame(draw)
    isAwaited = true
  }
  host.addEventListener('pointermove', ({ offsetX, offsetY }) => drawCross(over, offsetX, offsetY, plot))
  return {
    set: (next, visible) => {
      candles = next
      from = next.length - visible
      count = visible + 4
      redraw()
    },
    update: (candle) => {
      candles[candles.length - 1] = candle
      redraw()
    },
    pan: (by) => {
      from += by
      redraw()
    },
  }
})

interface Size {
  width: number
  height: number
}

function createLayer(host: HTMLElement): CanvasRenderingContext2D {
  const canvas = host.appendChild(document.createElement('canvas'))
  const { clientWidth, clientHeight } = host
  canvas.width = clientWidth * devicePixelRatio
  canvas.height = clientHeight * devicePixelRatio
  canvas.style.cssText = `position:absolute;inset:0;width:${clientWidth}px;height:${clientHeight}px`
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  context.scale(devicePixelRatio, devicePixelRatio)
  context.font = '12px sans-serif'
  context.textBaseline = 'middle'
  return context
}

function drawChart(to: CanvasRenderingContext2D, all: BenchCandle[], from: number, count: number, plot: Size): void {
  const start = Math.max(0, Math.floor(from))
  const shown = all.slice(start, Math.ceil(from + count))
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const candle of shown) {
    if (candle.low < low) low = candle.low
    if (candle.high > high) high = candle.high
  }
  const y = (price: number) => Math.round(plot.height * (0.1 + (0.8 * (high - price)) / (high - low || 1)))
  const x = (at: number) => Math.round(((at - from + 0.5) * plot.width) / count)
  to.clearRect(0, 0, plot.width + axis.width, plot.height + axis.height)
  drawPrices(to, { low, high, y, plot })
  drawTimes(to, all, { start, end: start + shown.length, x, plot })
  const width = Math.max(1, Math.floor((plot.width / count) * 0.7))
  for (const isUp of [true, false]) {
    to.fillStyle = isUp ? colors.up : colors.down
    shown.forEach(({ open, high, low, close }, n) => {
      if (close >= open !== isUp) return
      const [middle, top, bottom] = [x(start + n), y(Math.max(open, close)), y(Math.min(open, close))]
      to.fillRect(middle, y(high), 1, Math.max(1, y(low) - y(high)))
      to.fillRect(middle - (width >> 1), top, width, Math.max(1, bottom - top))
    })
  }
  const last = all.at(-1)
  if (last) drawLast(to, last, y(last.close), plot)
}

interface Prices {
  low: number
  high: number
  y(price: number): number
  plot: Size
}

function drawPrices(to: CanvasRenderingContext2D, { low, high, y, plot }: Prices): void {
  const rough = (high - low) / 8 || 1
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((n) => n * power).find((each) => each >= rough) ?? rough
  for (let price = Math.ceil(low / step) * step; price <= high; price += step) {
    to.fillStyle = colors.grid
    to.fillRect(0, y(price), plot.width, 1)
    to.fillStyle = colors.text
    to.fillText(price.toFixed(2), plot.width + 6, y(price))
  }
}

interface Times {
  start: number
  end: number
  x(at: number): number
  plot: Size
}

function drawTimes(to: CanvasRenderingContext2D, all: BenchCandle[], { start, end, x, plot }: Times): void {
  const every = Math.max(1, Math.round((end - start) / 10))
  for (let at = Math.ceil(start / every) * every; at < end; at += every) {
    const candle = all[at]
    if (!candle) continue
    to.fillStyle = colors.grid
    to.fillRect(x(at), 0, 1, plot.height)
    to.fillStyle = colors.text
    to.fillText(new Date(candle.time * 1000).toISOString().slice(11, 16), x(at) - 14, plot.height + axis.height / 2)
  }
}

function drawLast(to: CanvasRenderingContext2D, { open, close }: BenchCandle, y: number, plot: Size): void {
  to.fillStyle = to.strokeStyle = close >= open ? colors.up : colors.down
  to.setLineDash([1, 2])
  to.beginPath()
  to.moveTo(0, y + 0.5)
  to.lineTo(plot.width, y + 0.5)
  to.stroke()
  to.setLineDash([])
  to.fillRect(plot.width, y - 9, axis.width, 18)
  to.fillStyle = '#fff'
  to.fillText(close.toFixed(2), plot.width + 6, y)
}

function drawCross(to: CanvasRenderingContext2D, x: number, y: number, plot: Size): void {
  to.clearRect(0, 0, plot.width + axis.width, plot.height + axis.height)
  to.strokeStyle = colors.cross
  to.setLineDash([4, 4])
  to.strokeRect(x + 0.5, -1, 0, plot.height + 1)
  to.strokeRect(-1, y + 0.5, plot.width + 1, 0)
}
