export const selector = '[data-dock]'

/**
 * Publishes the height of the dock, so that the browser scrolls a focused control above it and other bars at the
 * bottom stand on it.
 */
export function start(dock: HTMLElement, signal: AbortSignal): void {
  const { style } = document.documentElement
  let height = 0
  const observer = new ResizeObserver(() => {
    // Most pages never show anything in the dock, and a property of the root would restyle all of them.
    if (dock.offsetHeight === height) return
    height = dock.offsetHeight
    style.setProperty('--dock-height', `${height}px`)
  })
  observer.observe(dock)
  signal.addEventListener('abort', () => observer.disconnect())
}
