export interface AssetLogoProps {
  /** Symbol of the base currency, such as `BTC` */
  base: string
}

/** Generated logo of an asset: the first letter of its symbol on a disc with a hue derived from the symbol */
export function AssetLogo({ base }: AssetLogoProps) {
  return (
    <svg className="asset-logo" viewBox="0 0 24 24" color={`oklch(0.6 0.12 ${hueOf(base)})`} aria-hidden="true">
      <circle cx="12" cy="12" r="12" />
      <path d={letters[base.charAt(0).toUpperCase()] ?? diamond} />
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
