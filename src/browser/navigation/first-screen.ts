/** px that blocks of a page's text take at least: a line of a hundred letters, a line of code, a heading with its distance */
const least = { block: 12, line: 27, letters: 100, codeLine: 22, heading: 80 }
/** Blocks that come with each frame after the first */
const atOnce = 6

/** What stands below the first screen of a page that is about to be drawn is left for the frames after it. */
export function putOff(page: ParentNode): HTMLElement[] {
  const later: HTMLElement[] = []
  let filled = 0
  for (const block of page.querySelectorAll<HTMLElement>('.prose > *')) {
    if (filled > innerHeight) {
      block.dataset.later = ''
      later.push(block)
    } else filled += leastHeight(block)
  }
  return later
}

/** Once the first screen has been drawn. */
export async function bringLater(later: readonly HTMLElement[]): Promise<void> {
  for (let at = 0; at < later.length; at += atOnce) {
    for (const { dataset } of later.slice(at, at + atOnce)) delete dataset.later
    await frameDrawn()
  }
}

function frameDrawn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  requestAnimationFrame(() => setTimeout(resolve))
  return promise
}

/** Of what may be folded or show a part of itself nothing counts. */
function leastHeight(block: Element): number {
  const text = block.textContent ?? ''
  if (block.matches('h2')) return least.heading
  if (block.matches('p')) return least.block + (text.length / least.letters) * least.line
  if (block.matches('.code-block')) return text.split('\n').length * least.codeLine
  return 0
}
