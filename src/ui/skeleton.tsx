export interface SkeletonProps {
  /** As many as what is on its way will have, about */
  lines: number
  /** Whether a chart stands above them */
  hasChart?: boolean
}

/** Keeps the room of what is on its way; what it is is said beside it. */
export function Skeleton({ lines, hasChart = false }: SkeletonProps) {
  return (
    <div className="skeleton" aria-hidden="true">
      {hasChart && <div className="skeleton-chart" />}
      {[...Array(lines).keys()].map((line) => (
        <div key={line} className="skeleton-line" />
      ))}
    </div>
  )
}
