export interface StrategyDrawingProps {
  id: string
}

interface Sketch {
  /** SVG path of the price line, in a box of 160 × 72 */
  price: string
  /** SVG paths of averages and levels */
  lines?: readonly string[]
  /** SVG paths of dashed lines */
  dashes?: readonly string[]
  buys: readonly Place[]
  sells: readonly Place[]
}

type Place = readonly [x: number, y: number]

const sketches: Readonly<Record<string, Sketch>> = {
  dca: {
    price: 'M4 20L24 28L38 24L58 44L74 38L92 54L112 46L132 30L156 14',
    dashes: ['M4 40H132'],
    buys: [
      [24, 28],
      [58, 44],
      [92, 54],
    ],
    sells: [[148, 20]],
  },
  grid: {
    price: 'M4 36L20 52L40 24L58 52L80 20L100 52L120 24L140 46L156 34',
    lines: ['M4 20H156', 'M4 36H156', 'M4 52H156'],
    buys: [
      [20, 52],
      [58, 52],
      [100, 52],
    ],
    sells: [
      [31.5, 36],
      [69, 36],
      [110, 38],
    ],
  },
  'ma-cross': {
    price: 'M4 50L18 56L30 48L46 54L62 36L80 28L96 16L112 26L128 40L142 50L156 58',
    lines: ['M4 52C36 58 60 46 92 28S136 38 156 50'],
    dashes: ['M4 44C44 54 76 50 104 36S142 32 156 38'],
    buys: [[68, 46]],
    sells: [[134, 35.5]],
  },
  rsi: {
    price: 'M4 40C14 30 20 14 32 14S46 44 58 58S78 44 88 28S104 12 114 14S136 36 156 42',
    dashes: ['M4 20H156', 'M4 52H156'],
    buys: [[69, 52]],
    sells: [[123, 20]],
  },
  rules: {
    price: 'M4 30L20 38L34 54L50 46L66 34L82 40L98 24L114 16L130 22L144 14L156 26',
    lines: ['M4 56C40 58 90 46 156 30'],
    dashes: ['M34 54V64H114V16'],
    buys: [[34, 54]],
    sells: [[114, 16]],
  },
  breakout: {
    price: 'M4 48L18 40L30 50L44 42L58 52L72 38L84 30L98 22L110 26L124 14L138 22L156 36',
    lines: ['M4 36H72'],
    dashes: ['M78 52L98 40L124 32H156'],
    buys: [[75, 36]],
    sells: [[150, 32]],
  },
}

/** A drawing that explains the strategy, next to its text. @throws Error for a strategy without a drawing */
export function StrategyDrawing({ id }: StrategyDrawingProps) {
  const sketch = sketches[id]
  if (!sketch) throw new Error(`Missing drawing of the strategy ${id}`)
  const { price, lines = [], dashes = [], buys, sells } = sketch
  return (
    <svg className="strategy-drawing" viewBox="0 0 160 72" aria-hidden="true">
      {lines.map((line) => (
        <path key={line} className="strategy-level" d={line} />
      ))}
      {dashes.map((line) => (
        <path key={line} className="strategy-level strategy-dashes" d={line} />
      ))}
      <path className="strategy-price" d={price} />
      {buys.map(([x, y]) => (
        <path key={x} className="strategy-buy" d={`M${x} ${y + 3}l5 8h-10z`} />
      ))}
      {sells.map(([x, y]) => (
        <path key={x} className="strategy-sell" d={`M${x} ${y - 3}l5 -8h-10z`} />
      ))}
    </svg>
  )
}
