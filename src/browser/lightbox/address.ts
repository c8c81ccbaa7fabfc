const mark = 'lightbox'

export interface LightboxAddress {
  show(hash: string): void
  /**
   * Restores the page's address when the viewer closes. @param isByAddress  whether the viewer closes because the user
   * changed the address, which must then stay
   */
  leave(isByAddress: boolean): void
}

export interface LightboxAddressOptions {
  hash: string
  pageHash: string
  /** Whether the address already named a picture of the gallery before the viewer opened */
  isAddressed: boolean
}

/**
 * Puts the picture's name into the address. If the viewer was opened by a click, a history entry is added, so that Back
 * closes the viewer.
 */
export function enterAddress({ hash, pageHash, isAddressed }: LightboxAddressOptions): LightboxAddress {
  // Scroll restoration is set before the history entry is added, so that both the current entry and the new one have
  // it.
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
        // Scroll restoration is not reset on `popstate`, because its value right after that event decides whether the
        // browser scrolls.
        addEventListener('hashchange', restoreScrolling, { once: true })
        history.back()
        return
      }
      restoreScrolling()
      if (!isByAddress) history.replaceState(null, '', pageHash || location.pathname + location.search)
    },
  }
}
