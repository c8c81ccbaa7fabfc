export interface SignedBarProps {
  /** −1–1, from the middle */
  share: number
}

export function SignedBar({ share }: SignedBarProps) {
  const length = Math.round(Math.min(1, Math.abs(share)) * 50 * 10) / 10
  return (
    <svg
      className="signed-bar"
      data-direction={share > 0 ? 'up' : share < 0 ? 'down' : undefined}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className="signed-bar-track" width="100" height="8" rx="1" />
      <rect className="signed-bar-value" x={share < 0 ? 50 - length : 50} width={length} height="8" />
      <rect className="signed-bar-middle" x="49.75" width="0.5" height="8" />
    </svg>
  )
}
