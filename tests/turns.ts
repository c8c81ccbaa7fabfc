import { isFull } from './property-runs.ts'

/** Current position by number of choices: over time, choices of different kinds meet in all combinations. */
const turns = new Map<number, number>()

/** Returns the next choice, so that every choice is used eventually; returns all in full property runs */
export function inTurn<Choice>(choices: readonly Choice[]): readonly Choice[] {
  if (isFull) return choices
  const turn = nextTurn(choices.length)
  return choices.slice(turn, turn + 1)
}

/**
 * Pairs every item with one choice, and neighboring items with different choices, so that each item and each choice is
 * used; pairs every item with every choice in full property runs. The first choice is another one in each run.
 */
export function paired<Item, Choice>(
  items: readonly Item[],
  choices: readonly Choice[],
): [item: Item, choice: Choice][] {
  if (isFull) return items.flatMap((item) => choices.map((choice): [Item, Choice] => [item, choice]))
  const turn = nextTurn(choices.length)
  return items.flatMap((item, at) => {
    const place = (turn + at) % choices.length
    return choices.slice(place, place + 1).map((choice): [Item, Choice] => [item, choice])
  })
}

function nextTurn(many: number): number {
  const turn = turns.get(many) ?? Math.floor(Math.random() * many)
  turns.set(many, (turn + 1) % many)
  return turn
}
