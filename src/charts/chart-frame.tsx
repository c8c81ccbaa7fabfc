import type { ReactNode } from 'react'
import { AssetList, type AssetListProps } from './controls/asset-list.tsx'

export interface ChartFrameProps extends AssetListProps {
  className?: string
  toolbar: ReactNode
  status: ReactNode
  dialog?: ReactNode
  children: ReactNode
}

export function ChartFrame({ className = '', toolbar, status, dialog, children, ...assets }: ChartFrameProps) {
  return (
    <div className={`chart-screen ${className}`.trim()}>
      {toolbar}
      <div className="chart-body">
        {children}
        <AssetList {...assets} />
      </div>
      {status}
      {dialog}
    </div>
  )
}
