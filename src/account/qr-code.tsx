import { encode } from 'uqr'

export interface QrCodeProps {
  text: string
  label: string
}

/** A QR code as one path of squares, dark on light in both color modes: some cameras cannot read the inverse. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect className="qr-code-paper" width={size} height={size} />
      <path d={squares.join('')} />
    </svg>
  )
}
