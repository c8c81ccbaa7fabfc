// Pages are the same for everyone, so the names of Apple's keys are put in here.
export function nameAppleKeys(): void {
  if (!/Mac|iPhone|iPad/.test(navigator.platform)) return
  for (const key of document.querySelectorAll<HTMLElement>('[data-apple]')) key.textContent = key.dataset.apple ?? ''
}
