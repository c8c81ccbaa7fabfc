export const selector = '.code-collapse'

/** When long code is folded and has moved above the visible area, scrolls back to it. */
export function start(_: HTMLElement, signal: AbortSignal): void {
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (!(target instanceof HTMLDetailsElement) || !target.matches('.code-collapse:not([open])')) return
      const { top } = target.getBoundingClientRect()
      if (top < 0) target.scrollIntoView()
    },
    { capture: true, signal },
  )
}
