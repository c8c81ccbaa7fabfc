export const selector = '.code-collapse'

/** Scrolls to long code when it is folded, if folding has moved it above the visible area. */
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
