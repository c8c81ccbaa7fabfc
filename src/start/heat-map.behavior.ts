export const selector = '[data-breadth]'

/** Counts the rising and falling tiles of the heat map again when a live price has changed one of them. */
export function start(breadth: HTMLElement, signal: AbortSignal): void {
  const map = document.querySelector('.heat-map')
  if (!map) return
  const count = () => {
    const directions = [...map.querySelectorAll<HTMLElement>('.change')].map(({ dataset }) => dataset.direction)
    const numbers: Record<string, number> = { total: directions.length, up: 0, down: 0 }
    for (const direction of directions) if (direction) numbers[direction] = (numbers[direction] ?? 0) + 1
    const text = breadth.dataset.breadth?.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(numbers[name]))
    if (text && text !== breadth.textContent) breadth.textContent = text
  }
  const observer = new MutationObserver(count)
  observer.observe(map, { subtree: true, attributes: true, attributeFilter: ['data-direction'] })
  signal.addEventListener('abort', () => observer.disconnect())
}
