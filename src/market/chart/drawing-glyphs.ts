/** Small drawings for tools, comparison and layouts, as the chart's other ones: 16 × 16, one stroke. */
export const drawingGlyphs = {
  cursor: 'M3 2l9 5.5-4 1.2-1.7 4z',
  'draw-line': 'M3.5 12.5l9-9M2 14a1.5 1.5 0 1 0 3-3 1.5 1.5 0 0 0-3 3zM11 5a1.5 1.5 0 1 0 3-3 1.5 1.5 0 0 0-3 3z',
  level: 'M1.5 8h4m5 0h4M6.5 8a1.5 1.5 0 1 0 3 0 1.5 1.5 0 0 0-3 0z',
  rectangle: 'M2.5 4h11v8h-11z',
  measure: 'M2.5 13.5v-11h11v11zM8 11V5m-2 2 2-2 2 2',
  magnet: 'M3 2.5v6a5 5 0 0 0 10 0v-6h-3v6a2 2 0 0 1-4 0v-6zM3 5.5h3m4 0h3',
  hidden: 'M2 2l12 12M6.5 4A7 7 0 0 1 14.5 8a9 9 0 0 1-1.6 2M4 5.5A9 9 0 0 0 1.5 8 7 7 0 0 0 10 11.6',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6H9a4 4 0 0 1 0 8H6',
  redo: 'm10.5 3 3 3-3 3m3-3H7a4 4 0 0 0 0 8h3',
  remove: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.7 9h6.6l.7-9',
  picture: 'M1.5 4.5h3l1-2h5l1 2h3v9h-13zM5.5 8.5a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0z',
  layout: 'M2 2.5h5v11H2zM9 2.5h5v5H9zM9 9.5h5v4H9z',
  one: 'M2 2.5h12v11H2z',
  two: 'M2 2.5h12v11H2zM8 2.5v11',
  four: 'M2 2.5h12v11H2zM8 2.5v11M2 8h12',
  compare: 'M1.5 12l4-5 3 2 6-6M1.5 7l4 4 4-6 5 5',
} as const
