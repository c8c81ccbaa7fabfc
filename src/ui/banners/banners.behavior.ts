import { bannersKey } from './dismissed-banners.ts'

export const selector = '[data-banner]'

const mostRemembered = 50

export function start(): void {
  for (const banner of document.querySelectorAll<HTMLElement>('[data-banner]')) {
    banner.querySelector('[data-dismiss]')?.addEventListener('click', () => {
      remember(banner.dataset.banner ?? '')
      banner.remove()
    })
  }
}

function remember(id: string): void {
  try {
    const others = (localStorage.getItem(bannersKey) ?? '').split(' ').filter((each) => each !== '' && each !== id)
    localStorage.setItem(bannersKey, [...others, id].slice(-mostRemembered).join(' '))
  } catch {
    // Storage is switched off: then it is gone for this page.
  }
}
