import { isLabelsKey } from '../../ui/inline/choice-keys.ts'

export const selector = '.variants'

/**
 * Makes tab groups with the same `data-choice-key` switch together, and stores the choice; `data-scroll-to` is the ID
 * to scroll to.
 */
export function start(_: HTMLElement, signal: AbortSignal): void {
  // The script that restores choices runs only on a full page load, not after a page swap.
  restore()
  const follow = ({ target }: Event) => {
    if (target instanceof HTMLInputElement && target.matches('.variant > input')) followSwitch(target)
  }
  document.addEventListener('change', follow, { signal })
  // A page restored from the back-forward cache may be older than a choice on another page.
  const comeBack = (event: Event) => {
    if (event instanceof PageTransitionEvent && event.persisted) restore()
  }
  addEventListener('pageshow', comeBack, { signal })
}

function followSwitch(input: HTMLInputElement) {
  const group = input.closest<HTMLElement>('.variants')
  if (!group) return
  if (group.dataset.choiceKey) keep(group, choiceOf(group, input))
  document.getElementById(group.dataset.scrollTo ?? '')?.scrollIntoView()
}

/**
 * Returns the value that is stored for a choice: the label if the group is keyed by labels, whose order may differ, or
 * else the index.
 */
function choiceOf(group: HTMLElement, input: HTMLInputElement): string {
  return isLabelsKey(keyOf(group)) ? input.value : String(inputsOf(group).indexOf(input))
}

function keep(group: HTMLElement, choice: string) {
  const { top } = group.getBoundingClientRect()
  const key = keyOf(group)
  remember(key, choice)
  for (const other of groups()) if (keyOf(other) === key) select(other, choice)
  // Groups above may have changed their height, so the page is scrolled to keep the position of the group being read.
  scrollBy({ top: group.getBoundingClientRect().top - top, behavior: 'instant' })
}

function remember(key: string, choice: string) {
  const storage = remembered()
  if (!storage) return
  makeRoom(storage, key)
  try {
    storage.setItem(key, choice)
  } catch {
    // localStorage is full, so the choice applies to this page only.
  }
}

/** Max number of stored choices that are keyed by labels, because every page may have new labels */
const maxKept = 100

function makeRoom(storage: Storage, key: string) {
  const others = Object.keys(storage).filter((other) => isLabelsKey(other) && other !== key)
  for (const other of others.slice(maxKept - 1)) storage.removeItem(other)
}

function restore() {
  for (const group of groups()) select(group, remembered()?.getItem(keyOf(group)) ?? '')
}

function groups(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-choice-key]')]
}

function keyOf(group: HTMLElement): string {
  return group.dataset.choiceKey ?? ''
}

function inputsOf(group: HTMLElement): HTMLInputElement[] {
  return [...group.querySelectorAll<HTMLInputElement>(':scope > .variant > input')]
}

function select(group: HTMLElement, choice: string) {
  const inputs = inputsOf(group)
  const input = isLabelsKey(keyOf(group))
    ? inputs.find(({ value }) => value === choice)
    : inputs[Number.parseInt(choice, 10)]
  if (input) input.checked = true
}

/** Returns localStorage; undefined if the reader has blocked it. */
function remembered(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
