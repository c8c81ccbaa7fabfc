export const selector = '[data-push]'

/** Starts the control of notifications. Its code is loaded with the alerts page alone. */
export async function start(root: HTMLElement, signal: AbortSignal): Promise<void> {
  const control = root.matches(selector) ? root : root.querySelector<HTMLElement>(selector)
  if (!control || !('serviceWorker' in navigator) || !('PushManager' in globalThis)) return
  const { startPush } = await import('./push.browser.ts')
  startPush(control, signal)
}
