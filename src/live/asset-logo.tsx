export interface AssetLogoProps {
  /** Symbol of the base currency, such as `BTC` */
  base: string
}

/**
 * Mark of an asset on a neutral disc: our own drawing for the default assets, otherwise the first letter of the symbol.
 * The hue is derived from the symbol.
 */
export function AssetLogo({ base }: AssetLogoProps) {
  return (
    <svg className="asset-logo" viewBox="0 0 24 24" color={`oklch(0.6 0.12 ${hueOf(base)})`} aria-hidden="true">
      <circle cx="12" cy="12" r="12" />
      <path d={marks[base] ?? letters[base.charAt(0).toUpperCase()] ?? diamond} />
    </svg>
  )
}

/** Returns the hue of an asset, degrees. Neighbors in the alphabet get very different hues. */
export function hueOf(base: string): number {
  let mixed = 7
  for (const letter of base) mixed = (mixed * 31 + letter.charCodeAt(0)) % 65_521
  return Math.round((mixed * 137.508) % 360)
}

const diamond = 'M12 6.5 16 12l-4 5.5L8 12z'

/**
 * Marks by symbol, as strokes in a 24 × 24 box. Each shows what the asset is known for: a block, braces, the sun,
 * arrows, waves, a paw, nodes, a punched card, a snowflake, a chain, dots, a feather. None copies a trademark.
 */
const marks: Record<string, string> = {
  BTC: 'M8.2 8.2h7.6v7.6H8.2zM12 5.2v3M12 15.8v3',
  ETH: 'M10.2 7c-2.6 0-1.2 4.2-3.7 5 2.5.8 1.1 5 3.7 5M13.8 7c2.6 0 1.2 4.2 3.7 5-2.5.8-1.1 5-3.7 5',
  SOL: 'M12 9.2a2.8 2.8 0 1 0 .01 0zM12 5.4v.9M12 17.7v.9M5.4 12h.9M17.7 12h.9M7.4 7.4l.6.6M16 16l.6.6M16.6 7.4l-.6.6M8 16l-.6.6',
  BNB: 'M6.8 9.6h10l-2.9-2.9M17.2 14.4h-10l2.9 2.9',
  XRP: 'M6.4 9.8c1.9-1.9 3.7-1.9 5.6 0s3.7 1.9 5.6 0M6.4 14.4c1.9-1.9 3.7-1.9 5.6 0s3.7 1.9 5.6 0',
  DOGE: 'M12 11.4c2.1 0 3.7 2 3.7 3.8 0 1.4-1.2 2-3.7 2s-3.7-.6-3.7-2c0-1.8 1.6-3.8 3.7-3.8zM6.7 10.4v.9M10 6.8v1.1M14 6.8v1.1M17.3 10.4v.9',
  TON: 'M12 6a1.6 1.6 0 1 0 .01 0zM7.6 14.2a1.6 1.6 0 1 0 .01 0zM16.4 14.2a1.6 1.6 0 1 0 .01 0zM11.2 9.1l-2.7 5.2M12.8 9.1l2.7 5.2M9.4 15.8h5.2',
  ADA: 'M8.8 7.6h9.4v8.8H5.8v-5.8zM9.2 11.8v1.6M12 10.4V12M14.8 12.2v1.6',
  AVAX: 'M12 5.8v12.4M6.6 8.9l10.8 6.2M17.4 8.9 6.6 15.1M10.3 6.8 12 8.4l1.7-1.6M10.3 17.2l1.7-1.6 1.7 1.6',
  LINK: 'M10.4 13.6l3.2-3.2M11.2 8.6l1.4-1.4a3 3 0 0 1 4.2 4.2l-1.4 1.4M12.8 15.4l-1.4 1.4a3 3 0 0 1-4.2-4.2l1.4-1.4',
  DOT: 'M9.5 7a.6.6 0 1 0 .01 0zM14.5 7a.6.6 0 1 0 .01 0zM7 11.4a.6.6 0 1 0 .01 0zM12 11.4a.6.6 0 1 0 .01 0zM17 11.4a.6.6 0 1 0 .01 0zM9.5 15.8a.6.6 0 1 0 .01 0zM14.5 15.8a.6.6 0 1 0 .01 0z',
  LTC: 'M6.6 17.4 13.4 10.6M8.6 15.4c-.4-5 3-8.6 8.6-8.6 0 5.2-3.4 9-8.6 8.6zM11.4 12.6h3.2',
}

/** Letters as strokes in a 24 × 24 box: a logo needs no font and adds no text to its row. */
const letters: Record<string, string> = {
  A: 'M8 17 12 7l4 10M9.4 13.6h5.2',
  B: 'M9 12h3.7a2.5 2.5 0 0 1 0 5H9V7h3.2a2.5 2.5 0 0 1 0 5',
  C: 'M15.6 9.2a4.5 5 0 1 0 0 5.6',
  D: 'M9 7v10h2.2a4.6 5 0 0 0 0-10z',
  E: 'M15 7H9v10h6M9 12h5',
  F: 'M15 7H9.5v10M9.5 12H14',
  G: 'M15.4 9a4.5 5 0 1 0 .8 3.6h-3.6',
  H: 'M8.5 7v10M15.5 7v10M8.5 12h7',
  I: 'M12 7v10',
  J: 'M14.5 7v6.9a3.1 3.1 0 0 1-6 1.1',
  K: 'M9 7v10M15.3 7 9 13.5M11.6 11l4 6',
  L: 'M9.5 7v10H15',
  M: 'M7.8 17V7l4.2 6 4.2-6v10',
  N: 'M8.5 17V7l7 10V7',
  O: 'M12 7a4.6 5 0 1 0 .01 0z',
  P: 'M9 17V7h3.4a2.9 2.9 0 0 1 0 5.8H9',
  Q: 'M12 7a4.6 5 0 1 0 .01 0zM13.2 14.2l3 3',
  R: 'M9 17V7h3.4a2.9 2.9 0 0 1 0 5.8H9M12.3 12.8l3.2 4.2',
  S: 'M15 8.9C14.4 7.6 13.3 7 12 7c-1.8 0-3 1-3 2.5 0 3.5 6.2 1.6 6.2 5 0 1.5-1.3 2.5-3.2 2.5-1.5 0-2.8-.7-3.4-2',
  T: 'M8 7h8M12 7v10',
  U: 'M8.5 7v6.3a3.5 3.7 0 0 0 7 0V7',
  V: 'M8 7l4 10 4-10',
  W: 'M6.8 7l2.6 10L12 9.5l2.6 7.5 2.6-10',
  X: 'M8.5 7l7 10M15.5 7l-7 10',
  Y: 'M8 7l4 5.3L16 7M12 12.3V17',
  Z: 'M8.5 7h7l-7 10h7',
}
