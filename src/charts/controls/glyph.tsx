const drawingGlyphs = {
  cursor: 'M3 2l9 5.5-4 1.2-1.7 4z',
  'draw-line': 'M3.5 12.5l9-9M2 14a1.5 1.5 0 1 0 3-3 1.5 1.5 0 0 0-3 3zM11 5a1.5 1.5 0 1 0 3-3 1.5 1.5 0 0 0-3 3z',
  level: 'M1.5 8h4m5 0h4M6.5 8a1.5 1.5 0 1 0 3 0 1.5 1.5 0 0 0-3 0z',
  rectangle: 'M2.5 4h11v8h-11z',
  measure: 'M2.5 13.5v-11h11v11zM8 11V5m-2 2 2-2 2 2',
  magnet: 'M3 2.5v6a5 5 0 0 0 10 0v-6h-3v6a2 2 0 0 1-4 0v-6zM3 5.5h3m4 0h3',
  hidden: 'M2 2l12 12M6.5 4A7 7 0 0 1 14.5 8a9 9 0 0 1-1.6 2M4 5.5A9 9 0 0 0 1.5 8 7 7 0 0 0 10 11.6',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6H9a4 4 0 0 1 0 8H6',
  redo: 'm10.5 3 3 3-3 3m3-3H7a4 4 0 0 0 0 8h3',
  eye: 'M1.5 8C4.5 3.5 11.5 3.5 14.5 8c-3 4.5-10 4.5-13 0zM6 8a2 2 0 1 0 4 0 2 2 0 0 0-4 0z',
  remove: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.7 9h6.6l.7-9',
  picture: 'M1.5 4.5h3l1-2h5l1 2h3v9h-13zM5.5 8.5a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0z',
  layout: 'M2 2.5h5v11H2zM9 2.5h5v5H9zM9 9.5h5v4H9z',
  one: 'M2 2.5h12v11H2z',
  two: 'M2 2.5h12v11H2zM8 2.5v11',
  four: 'M2 2.5h12v11H2zM8 2.5v11M2 8h12',
  compare: 'M1.5 12l4-5 3 2 6-6M1.5 7l4 4 4-6 5 5',
} as const

/**
 * Icons of the charts page, 16 × 16 with one stroke width. They are drawn here because the icon set stays on the
 * server.
 */
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
  replay: 'M8 3v10L2 8zM14 3v10L8 8z',
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
