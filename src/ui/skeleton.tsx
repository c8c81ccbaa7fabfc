export interface SkeletonProps {
  /** Approximate number of lines of the pending content */
  lines: number
  /** Whether a chart is above them */
  hasChart?: boolean
}

/** Reserves the room of pending content; a text beside it describes the content. */
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
