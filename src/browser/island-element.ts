import { islands } from 'kurs:islands'
import type { MountedIsland } from './mount-island.ts'

/** Distance from the window at which an island hydrates: 200px loaded the live strip before phones painted the landing page */
const nearby = '100px'

export function enableIslands(): void {
  if (!customElements.get('kurs-island')) customElements.define('kurs-island', IslandElement)
}

class IslandElement extends HTMLElement {
  #sight: IntersectionObserver | undefined
  #mounted: MountedIsland | undefined
  #shown: string | undefined
  /** Number of the latest load of the island's code; results of earlier loads are ignored */
  #turn = 0
  /** Observes the attributes: a morph changes the name and props of an existing island */
  #changes = new MutationObserver(() => this.#show())

  connectedCallback(): void {
    // The element was only moved within the page, so the island keeps running.
    if (this.#shown) return
    if (this.dataset.when === 'load') {
      this.#start()
      return
    }
    this.#sight = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) this.#start()
      },
      { rootMargin: nearby },
    )
    this.#sight.observe(this)
  }

  disconnectedCallback(): void {
    // A move within the page disconnects and reconnects the element in one task, so check only after the task.
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#sight?.disconnect()
      this.#changes.disconnect()
      this.#mounted?.unmount()
      this.#mounted = undefined
      this.#shown = undefined
      this.#turn++
    })
  }

  #start(): void {
    this.#sight?.disconnect()
    this.#changes.observe(this, { childList: true, attributeFilter: ['data-island'] })
    this.#show()
  }

  #show(): void {
    const json = this.querySelector(':scope > script')?.textContent ?? ''
    const said = `${this.dataset.island} ${json}`
    if (said === this.#shown) return
    this.#shown = said
    this.#grow(this.dataset.island ?? '', json).catch((error: unknown) =>
      console.error(`island ${this.dataset.island} failed to start`, error),
    )
  }

  async #grow(name: string, json: string): Promise<void> {
    const turn = ++this.#turn
    const load = islands[name]
    if (!load) throw new Error(`no ${name}.island.tsx`)
    const { Component, mountIsland } = await load()
    // While the code was loading, the element may have been removed or changed to another island.
    if (turn !== this.#turn || !this.isConnected) return
    const view = this.querySelector<HTMLElement>(':scope > kurs-island-view')
    if (!view || !json) throw new Error('no view or no props')
    if (this.#mounted) this.#mounted.show(Component, json)
    else this.#mounted = mountIsland({ name, view, Component, json })
  }
}
