import { addressedElement } from './navigation/scroll.ts'

export function revealTarget(): void {
  const target = addressedElement()
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
