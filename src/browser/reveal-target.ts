/** Opens everything in which the element that the address names is folded away: tabs, `<details>`, files of a tree. */
export function revealTarget(): void {
  const target = addressed()
  let isOpened = false
  for (let box: Element | null | undefined = target; box; box = box.parentElement) {
    isOpened = open(box) || isOpened
  }
  if (isOpened) target?.scrollIntoView()
}

/** Whether the element folded its content away until now. */
function open(box: Element): boolean {
  const input = box.matches('.variant-panel') ? box.previousElementSibling?.querySelector('input') : undefined
  if (input && !input.checked) {
    input.checked = true
    return true
  }
  if (box instanceof HTMLDetailsElement && !box.open) {
    box.open = true
    return true
  }
  return false
}

/** The element the address names. While the page loads `:target` does not know it yet. */
function addressed(): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)))
  } catch {
    return null
  }
}
