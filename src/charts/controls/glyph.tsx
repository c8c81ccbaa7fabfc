import { drawingGlyphs } from './drawing-glyphs.ts'

/** 16 × 16, one stroke. Drawn here because the icon set stays on the server. */
const drawings = {
  ...drawingGlyphs,
  candles: 'M4.5 2v2.5m0 7V14m-2-9.5h4v7h-4zM11.5 1v3m0 5v3m-2-8h4v5h-4z',
  bars: 'M4.5 2v12m-2-9h2m0 6h2M11.5 1v11m-2-3h2m0-5h2',
  line: 'M1.5 12 5.5 7l3 3 6-7',
  area: 'M1.5 11 5.5 6l3 3 6-6v11h-13z',
  'heikin-ashi': 'M4.5 1v3m0 5v2m-2-7h4v5h-4zM11.5 5v2m0 6v2m-2-8h4v6h-4z',
  indicators: 'M1.5 11c3 0 3-7 6-7s3 8 7 3M1.5 14.5h13',
  colors: 'M8 1.5s-5 5-5 8.5a5 5 0 0 0 10 0c0-3.5-5-8.5-5-8.500zM5.5 10.500a2.5 2.5 0 0 0 2 2.3',
  keys: 'M1.5 4h13v8h-13zM4 6.500h.01M6.7 6.500h.01M9.3 6.500h.01M12 6.500h.01M5 9.500h6',
  down: 'm4.5 6.5 3.5 3.5 3.5-3.5',
  close: 'm4 4 8 8m0-8-8 8',
  search: 'M11 11l3.5 3.500M12.5 7a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0z',
  newest: 'm4 3.5 4.5 4.5-4.5 4.500M12.5 3v10',
} as const

export type GlyphName = keyof typeof drawings

export interface GlyphProps {
  name: GlyphName
}

export function Glyph({ name }: GlyphProps) {
  return (
    <svg className="chart-glyph" viewBox="0 0 16 16" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  )
}
