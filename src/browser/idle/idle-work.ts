import { whenIdle } from '../when-idle.ts'

/** What nobody waits for, once the page is loaded and has nothing else to do. */
export function startIdleWork(): void {
  whenIdle(begin)
}

async function begin(): Promise<void> {
  const { followDevice } = await import('./device.ts')
  followDevice()
  const { metrika, analyticsScript } = document.documentElement.dataset
  if (metrika === undefined && analyticsScript === undefined) return
  const { countPages } = await import('./analytics.ts')
  countPages()
}
