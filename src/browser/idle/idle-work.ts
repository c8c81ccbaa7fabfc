import { startNavigationExtras } from '../navigation/idle-start.ts'
import { followDevice } from './device.ts'

export async function startIdleWork(): Promise<void> {
  startNavigationExtras()
  followDevice()
  const { metrika, analyticsScript } = document.documentElement.dataset
  if (metrika === undefined && analyticsScript === undefined) return
  const { countPages } = await import('./analytics.ts')
  countPages()
}
