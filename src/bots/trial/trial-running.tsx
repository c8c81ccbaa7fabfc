import { Skeleton } from '../../ui/skeleton.tsx'

export const runningId = 'trial-running'

export interface TrialRunningProps {
  cancel: string
  text: string
  act: string
}

/** Stands until the result has come, before its place. Going away, as the link does, ends the work. */
export function TrialRunning({ cancel, text, act }: TrialRunningProps) {
  return (
    <>
      <div className="panel late-running">
        <p id={runningId}>{text}</p>
        <a className="button button-quiet" href={cancel}>
          {act}
        </a>
        <Skeleton lines={3} hasChart />
      </div>
      {/* As `latePlace` has it */}
      <template data-late="true" />
    </>
  )
}
