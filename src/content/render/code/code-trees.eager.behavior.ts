export const selector = '.code-tree'

/** Makes code trees trees when the reader comes near one: what does that is loaded then. */
export function start(_: HTMLElement, signal: AbortSignal): void {
  const boxes = [...document.querySelectorAll<HTMLElement>('.code-tree')]
  const observer = new IntersectionObserver(
    async (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      const { growCodeTrees } = await import('./code-tree.browser.ts')
      growCodeTrees(boxes)
    },
    { rootMargin: '100%' },
  )
  for (const box of boxes) observer.observe(box)
  signal.addEventListener('abort', () => observer.disconnect())
}
