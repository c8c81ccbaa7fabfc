import { startLater } from '../navigation/later.ts'
import { followDevice } from './device.ts'

export async function startIdleWork(): Promise<void> {
  startLater()
  followDevice()
  const { metrika, analyticsScript } = document.documentElement.dataset
  if (metrika === undefined && analyticsScript === undefined) return
  const { countPages } = await import('./analytics.ts')
  countPages()
}
