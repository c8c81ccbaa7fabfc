import { Skeleton } from '../../ui/skeleton.tsx'

export const runningId = 'trial-running'

export interface BacktestRunningProps {
  cancel: string
  text: string
  act: string
}

/** Shown before the placeholder until the result arrives. Leaving the page, as by the link, ends the work. */
export function BacktestRunning({ cancel, text, act }: BacktestRunningProps) {
  return (
    <>
      <div className="panel late-running">
        <p id={runningId}>{text}</p>
        <a className="button button-quiet" href={cancel}>
          {act}
        </a>
        <Skeleton lines={3} hasChart />
      </div>
      {/* Must match `latePlace` */}
      <template data-late="true" />
    </>
  )
}
