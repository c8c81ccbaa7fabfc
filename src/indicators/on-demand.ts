import type { IndicatorChoice, IndicatorId } from './catalog.ts'
import { firstKinds } from './first-kinds.ts'
import type { Indicator } from './indicator.ts'
import { type Create, createFrom } from './source.ts'

let loaded: Partial<Record<IndicatorId, Create>> = firstKinds

/** Loads the code of the chosen indicators. Returns undefined if it is already there. */
export function loadIndicators(choices: readonly IndicatorChoice[]): Promise<void> | undefined {
  if (choices.every(createIfLoaded)) return undefined
  return import('./kinds.ts').then(({ creators }) => {
    loaded = creators
  })
}

/** Creates a chosen indicator. Undefined if its code has not been loaded. */
export function createIfLoaded(choice: IndicatorChoice): Indicator | undefined {
  return createFrom(loaded, choice)
}
