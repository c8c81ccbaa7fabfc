import type { Root } from 'react-dom/client'

/** How far out of sight an island may be when it comes to life. */
const nearby = '200px'

/** Makes `<kurs-island>` come to life wherever a page, a swap or a morph puts one. */
export function enableIslands(): void {
  if (!customElements.get('kurs-island')) customElements.define('kurs-island', IslandElement)
}

/** A region of the page that React takes over when it is seen, and leaves when it is taken out of the page. */
class IslandElement extends HTMLElement {
  #observer: IntersectionObserver | undefined
  #root: Root | undefined
  #isStarted = false

  connectedCallback(): void {
    // Moved within the page: it goes on where it was.
    if (this.#root || this.#isStarted) return
    if (this.dataset.when === 'load') {
      this.#start()
      return
    }
    this.#observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) this.#start()
      },
      { rootMargin: nearby },
    )
    this.#observer.observe(this)
  }

  disconnectedCallback(): void {
    // A move takes it out and puts it in again within one task.
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#observer?.disconnect()
      this.#root?.unmount()
      this.#root = undefined
      this.#isStarted = false
    })
  }

  #start(): void {
    this.#observer?.disconnect()
    this.#isStarted = true
    this.#grow().catch((error: unknown) => console.error(`island ${this.dataset.island} does not start`, error))
  }

  async #grow(): Promise<void> {
    const [{ findIsland }, { mountIsland }] = await Promise.all([import('./islands.ts'), import('./mount-island.ts')])
    const name = this.dataset.island ?? ''
    const load = findIsland(name)
    if (!load) throw new Error('src/browser/islands.ts does not name it')
    const make = await load()
    const view = this.querySelector<HTMLElement>(':scope > kurs-island-view')
    const json = this.querySelector(':scope > script')?.textContent
    if (!view || !json) throw new Error('its page has no view or no props')
    if (this.isConnected && this.#isStarted && !this.#root)
      this.#root = mountIsland({ name, view, element: make(json) })
  }
}
