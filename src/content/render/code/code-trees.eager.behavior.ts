export const selector = '.code-tree'

/** Loads the script of code trees when the reader scrolls near one. */
export function start(_: HTMLElement, signal: AbortSignal): void {
  const boxes = [...document.querySelectorAll<HTMLElement>('.code-tree')]
  const observer = new IntersectionObserver(
    async (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      const { enhanceCodeTrees: growCodeTrees } = await import('./code-tree.browser.ts')
      growCodeTrees(boxes)
    },
    { rootMargin: '100%' },
  )
  for (const box of boxes) observer.observe(box)
  signal.addEventListener('abort', () => observer.disconnect())
}
