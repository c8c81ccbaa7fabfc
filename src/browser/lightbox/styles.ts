import libraryStyles from 'photoswipe/photoswipe.css' with { type: 'file' }
import ownStyles from './lightbox.css' with { type: 'file' }

let loaded: Promise<unknown> | undefined

/** @throws when a sheet cannot be loaded; the next call tries again */
export async function loadLightboxStyles(): Promise<void> {
  // The library's sheet comes first: ours refines it.
  loaded ??= Promise.all([libraryStyles, ownStyles].map(loadSheet))
  try {
    await loaded
  } catch (error) {
    loaded = undefined
    throw error
  }
}

function loadSheet(href: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`The style sheet ${href} did not load`))
    })
    document.head.append(link)
  })
}
