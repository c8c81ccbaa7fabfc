const mark = 'lightbox'

export interface LightboxAddress {
  show(hash: string): void
  /** @param isByAddress  it closes because the address has changed, which is then left alone */
  leave(isByAddress: boolean): void
}

export interface LightboxAddressOptions {
  hash: string
  pageHash: string
  /** Before the viewer opened, the address named one of the gallery */
  isAddressed: boolean
}

/** Opened by a click, the viewer adds an entry to the history, so that Back closes it. */
export function enterAddress({ hash, pageHash, isAddressed }: LightboxAddressOptions): LightboxAddress {
  // Set before the entry is added: both the entry to come back to and the new one take it over.
  history.scrollRestoration = 'manual'
  if (isAddressed) history.replaceState(history.state, '', hash)
  else history.pushState({ [mark]: true }, '', hash)
  const isOwnEntry = () => !isAddressed && typeof history.state === 'object' && history.state?.[mark] === true
  const restoreScrolling = () => {
    history.scrollRestoration = 'auto'
  }
  return {
    show: (shown) => {
      if (location.hash !== shown) history.replaceState(history.state, '', shown)
    },
    leave: (isByAddress) => {
      if (!isByAddress && isOwnEntry()) {
        // Not at `popstate`: what holds right after it decides whether the browser scrolls.
        addEventListener('hashchange', restoreScrolling, { once: true })
        history.back()
        return
      }
      restoreScrolling()
      if (!isByAddress) history.replaceState(null, '', pageHash || location.pathname + location.search)
    },
  }
}
