export const selector = '.code-collapse'

/** Long code that is folded again takes its button away from below the reader's eyes: it is brought back. */
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
