import { islands } from 'kurs:islands'
import type { MountedIsland } from './mount-island.ts'

const nearby = '200px'

export function enableIslands(): void {
  if (!customElements.get('kurs-island')) customElements.define('kurs-island', IslandElement)
}

class IslandElement extends HTMLElement {
  #sight: IntersectionObserver | undefined
  #mounted: MountedIsland | undefined
  #shown: string | undefined
  /** Only the last of what is on its way counts */
  #turn = 0
  /** Morphs bring other names and props to an island that stays */
  #changes = new MutationObserver(() => this.#show())

  connectedCallback(): void {
    // Moved within the page: it goes on where it was.
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
    // A move takes it out and puts it in again within one task.
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
      console.error(`island ${this.dataset.island} does not start`, error),
    )
  }

  async #grow(name: string, json: string): Promise<void> {
    const turn = ++this.#turn
    const load = islands[name]
    if (!load) throw new Error(`there is no ${name}.island.tsx`)
    const { Component, mountIsland } = await load()
    // Meanwhile it may have been taken out, or told to be something else.
    if (turn !== this.#turn || !this.isConnected) return
    const view = this.querySelector<HTMLElement>(':scope > kurs-island-view')
    if (!view || !json) throw new Error('its page has no view or no props')
    if (this.#mounted) this.#mounted.show(Component, json)
    else this.#mounted = mountIsland({ name, view, Component, json })
  }
}
