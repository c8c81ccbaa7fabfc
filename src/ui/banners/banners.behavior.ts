import { bannersKey } from './dismissed-banners.ts'

export const selector = '[data-banner]'

const maxRemembered = 50

export function start(): void {
  for (const banner of document.querySelectorAll<HTMLElement>('[data-banner]')) {
    banner.querySelector('[data-dismiss]')?.addEventListener('click', () => {
      const id = banner.dataset.banner ?? ''
      remember(id)
      hide(id)
      banner.remove()
    })
  }
}

/**
 * Hides a dismissed banner by a style rule, like the inline script does, so that swapped-in pages do not show it again.
 */
function hide(id: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`[data-banner="${CSS.escape(id)}"]{display:none}`)
  document.adoptedStyleSheets.push(sheet)
}

function remember(id: string): void {
  try {
    const others = (localStorage.getItem(bannersKey) ?? '').split(' ').filter((each) => each !== '' && each !== id)
    localStorage.setItem(bannersKey, [...others, id].slice(-maxRemembered).join(' '))
  } catch {
    // localStorage is unavailable, so the banner is dismissed only on this page.
  }
}
