import { isFull } from './property-runs.ts'

/** Current position by number of choices: over time, choices of different kinds meet in all combinations. */
const turns = new Map<number, number>()

/** Returns the next choice, so that every choice is used eventually; returns all in full property runs */
export function inTurn<Choice>(choices: readonly Choice[]): readonly Choice[] {
  if (isFull) return choices
  const turn = nextTurn(choices.length)
  return choices.slice(turn, turn + 1)
}

function nextTurn(many: number): number {
  const turn = turns.get(many) ?? Math.floor(Math.random() * many)
  turns.set(many, (turn + 1) % many)
  return turn
}
