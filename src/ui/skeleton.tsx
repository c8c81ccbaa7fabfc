export interface SkeletonProps {
  /** Approximate number of text lines of the pending content */
  lines: number
  /** Whether the pending content has a chart above the lines */
  hasChart?: boolean
}

/** Placeholder that reserves the room of pending content; a text beside it describes the content. */
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
