import { showFlashes } from './toasts.browser.ts'

export const selector = '[data-flash]'

export function start(): void {
  showFlashes()
}
