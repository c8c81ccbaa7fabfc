export function revealTarget(): void {
  const target = addressed()
  let isOpened = false
  for (let box: Element | null | undefined = target; box; box = box.parentElement) {
    isOpened = open(box) || isOpened
  }
  if (isOpened) target?.scrollIntoView()
}

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

/** While the page loads `:target` does not know it yet. */
function addressed(): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)))
  } catch {
    return null
  }
}
