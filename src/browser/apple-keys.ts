/** Names keys as Apple's keyboards do, for readers who have one; pages are the same for everyone. */
export function nameAppleKeys(): void {
  if (!/Mac|iPhone|iPad/.test(navigator.platform)) return
  for (const key of document.querySelectorAll<HTMLElement>('[data-apple]')) key.textContent = key.dataset.apple ?? ''
}
