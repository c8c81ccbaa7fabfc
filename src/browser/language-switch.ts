export function keepQueryAndHash(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('[data-language-switch]')
    if (!link) return
    link.search = location.search
    link.hash = location.hash
  })
}
