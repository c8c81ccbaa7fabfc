import { z } from 'zod'
import { hourMs } from '../../../market/timeframe.ts'
import { type Units, wholeUnits } from '../../../market/units.ts'
import { equityOf } from '../../engine/account.ts'
import { type Money, moneyDigits, shareOf, wholeMoney, wholeRate, worthOf } from '../../engine/money.ts'
import type { Fill, Intent } from '../../engine/order.ts'
import { type Decision, defineStrategy, type Signals, type StrategyView } from '../../engine/strategy.ts'
import { compileCondition, compileValue, positionOf, type RuleSight, startSignals, warmUpOf } from './compile.ts'
import { rulesId } from './indicators.ts'
import { countMarks, markNames, maxMark, needsMark } from './marks.ts'
import { parseRules } from './parse-rules.ts'
import { ruleErrorText } from './rule-error.ts'
import { type Amount, type Distance, type Rules, ruleBounds } from './rule-tree.ts'

const mark = z.number().min(0).max(maxMark).optional()

const params = z.object({ text: z.string(), first: mark, second: mark }).superRefine((chosen, context) => {
  const { text } = chosen
  const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
  const parsed = parseRules(text, chosen)
  if (parsed.status === 'invalid') return refuse('text', ruleErrorText('en', parsed.error))
  const marks = countMarks(text)
  for (const [place, name] of markNames.entries()) {
    if (chosen[name] !== undefined && place >= marks) refuse(name, needsMark)
  }
})

const sweepable = { min: 0, max: maxMark, step: 0.5, unit: 'number', isOptional: true } as const

type Params = z.infer<typeof params>

type Memory = {
  /** Closes since the position was opened; counted only if the rules read it */
  readonly bars: number
  /** Additional purchases of the position that filled at least in part, and the last of them */
  readonly adds: number
  readonly addId: number
  /** Levels that were decided with the purchase, in price units; 0 for none */
  readonly stop: number
  readonly target: number
}

const flat: Memory = { bars: 0, adds: 0, addId: 0, stop: 0, target: 0 }

/** Names of the orders; also the reasons that are shown for them */
const orders = {
  enter: 'rules-enter',
  add: 'rules-add',
  exit: 'rules-exit',
  stop: 'rules-stop',
  target: 'rules-target',
} as const

/** A strategy that its owner wrote as rules. Compiled once per validated parameters. */
export const rules = defineStrategy<Params, Memory, Signals>({
  id: rulesId,
  params,
  parameters: [
    { name: 'text', initial: 0, min: 1, max: ruleBounds.length, step: 0, unit: 'text' },
    { name: 'first', initial: 14, ...sweepable },
    { name: 'second', initial: 30, ...sweepable },
  ],
  warmUp: (chosen) => compiledOf(chosen).warmUp,
  begin: () => flat,
  watch: (chosen) => startSignals(compiledOf(chosen).rules),
  onClose: (chosen, memory, signals, view) => {
    const compiled = compiledOf(chosen)
    if (compiled.warmUp > 0 && isEmpty(signals)) return { memory, intents: [] }
    return view.desk.account.quantity > 0
      ? closeHolding(compiled, memory, signals, view)
      : closeFlat(compiled, memory, signals, view)
  },
  onFills: (chosen, memory, fills, { desk }) => {
    if (desk.account.quantity === 0) return { memory: flat, intents: cancels(desk.orders) }
    return holdAfter(compiledOf(chosen), memory, fills, desk.orders)
  },
})

interface Compiled extends ReturnType<typeof compile> {}

const known = new WeakMap<Params, Compiled>()

function compiledOf(chosen: Params): Compiled {
  const found = known.get(chosen)
  if (found) return found
  const parsed = parseRules(chosen.text, chosen)
  if (parsed.status === 'invalid') throw new Error(`Invalid rules: ${ruleErrorText('en', parsed.error)}`)
  const compiled = compile(parsed.rules)
  known.set(chosen, compiled)
  return compiled
}

function compile(parsed: Rules) {
  const { enter, exit, add, stop, target, size } = parsed
  const distance = (of: Distance) => ({ by: of.by, read: compileValue(of.value) })
  return {
    rules: parsed,
    warmUp: warmUpOf(parsed),
    countsBars: readsBars(parsed),
    enter: compileCondition(enter),
    exit: exit && compileCondition(exit),
    add: add && { ...add, when: compileCondition(add.when) },
    stop: stop && { ...distance(stop), isTrailing: stop.isTrailing },
    target: target && distance(target),
    size: size ?? ({ kind: 'percent', value: 100 } satisfies Amount),
  }
}

function readsBars({ exit, add }: Rules): boolean {
  return JSON.stringify([exit, add?.when]).includes('"bars held"')
}

function isEmpty(signals: Signals): boolean {
  for (const _ in signals) return false
  return true
}

function sightOf(signals: Signals, { desk: { account }, scale, price, time }: StrategyView, bars: number): RuleSight {
  const worth = account.quantity === 0 ? 0 : worthOf(account.quantity, price, scale, 'down')
  const day = Math.floor(time / (24 * hourMs))
  return {
    signals,
    units: { price: 10 ** scale.priceDigits, volume: 10 ** scale.volumeDigits, number: 1 },
    position: positionOf(account, worth, scale, bars),
    // The first of January 1970 was a Thursday.
    time: { hour: Math.floor(time / hourMs) % 24, weekday: ((day + 3) % 7) + 1 },
  }
}

function closeFlat(compiled: Compiled, memory: Memory, signals: Signals, view: StrategyView): Decision<Memory> {
  const { desk, price } = view
  const stay = { memory, intents: [] }
  if (desk.orders.some(({ kind }) => kind === 'market')) return stay
  const sight = sightOf(signals, view, 0)
  if (!compiled.enter(sight)) return stay
  const stop = compiled.stop ? levelOf(compiled.stop, sight, view, 'below') : 0
  const target = compiled.target ? levelOf(compiled.target, sight, view, 'above') : 0
  // A purchase without its stop or target would not be what the rules say.
  if (stop === undefined || target === undefined || stop >= price) return stay
  const spend = spendOf(compiled.size, view)
  return {
    memory: { ...flat, stop, target },
    intents: [{ act: 'buy', spend, name: orders.enter, reason: orders.enter }],
  }
}

function closeHolding(compiled: Compiled, before: Memory, signals: Signals, view: StrategyView): Decision<Memory> {
  const { desk } = view
  const memory = compiled.countsBars ? { ...before, bars: before.bars + 1 } : before
  const sight = sightOf(signals, view, memory.bars)
  const isSelling = desk.orders.some(({ kind, side }) => kind === 'market' && side === 'sell')
  if (isSelling) return { memory, intents: [] }
  if (compiled.exit?.(sight)) {
    const sale: Intent = { act: 'sell', quantity: 'all', name: orders.exit, reason: orders.exit }
    return { memory, intents: [...cancels(desk.orders), sale] }
  }
  const intents = raisedStop(compiled, sight, view)
  const isBuying = desk.orders.some(({ kind, side }) => kind === 'market' && side === 'buy')
  const { add } = compiled
  if (add && !isBuying && memory.adds < add.most && add.when(sight)) {
    intents.push({ act: 'buy', spend: spendOf(add.amount, view), name: orders.add, reason: orders.add })
  }
  return { memory, intents }
}

function raisedStop({ stop }: Compiled, sight: RuleSight, view: StrategyView): Intent[] {
  if (!stop?.isTrailing) return []
  const level = levelOf(stop, sight, view, 'below')
  const waiting = view.desk.orders.find(({ name }) => name === orders.stop)
  const now = waiting?.kind === 'stop' ? waiting.price : 0
  return level === undefined || level <= now ? [] : [protection('stop', level)]
}

/** After a purchase: counts it, and places the stop and the target that were decided with it. */
function holdAfter(
  compiled: Compiled,
  before: Memory,
  fills: readonly Fill[],
  waiting: StrategyView['desk']['orders'],
): Decision<Memory> {
  let memory = before
  for (const { order } of fills) {
    if (order.name !== orders.add || order.id === memory.addId) continue
    memory = { ...memory, adds: memory.adds + 1, addId: order.id }
  }
  const isMissing = (name: string) => !waiting.some((order) => order.name === name)
  const intents: Intent[] = []
  if (compiled.stop && memory.stop > 0 && isMissing(orders.stop)) intents.push(protection('stop', memory.stop))
  if (compiled.target && memory.target > 0 && isMissing(orders.target)) {
    intents.push(protection('target', memory.target))
  }
  return { memory, intents }
}

function protection(what: 'stop' | 'target', level: number): Intent {
  const name = orders[what]
  const base = { side: 'sell', price: wholeUnits(level), quantity: 'all', name, reason: name } as const
  return what === 'stop' ? { act: 'stop', ...base } : { act: 'limit', ...base }
}

/** Cancels purchases that have not filled completely. */
function cancels(waiting: StrategyView['desk']['orders']): Intent[] {
  return [orders.enter, orders.add].flatMap((name): Intent[] =>
    waiting.some((order) => order.name === name) ? [{ act: 'cancel', name }] : [],
  )
}

function spendOf({ kind, value }: Amount, { desk: { account }, price, scale }: StrategyView): Money | 'all' {
  if (kind === 'number') return wholeMoney(Math.round(value * 10 ** moneyDigits))
  if (value === 100) return 'all'
  return shareOf(equityOf(account, price, scale), Math.round((value * wholeRate) / 100))
}

/**
 * Returns the level at a distance from the last close, on the price step away from that close; undefined unless the
 * distance is positive and the level is a price. The tolerance keeps a float just off a step on that step.
 */
function levelOf(
  { by, read }: { by: Distance['by']; read: (sight: RuleSight) => number },
  sight: RuleSight,
  { price, scale: { priceStep } }: StrategyView,
  side: 'below' | 'above',
): Units | undefined {
  const value = read(sight)
  const distance = by === 'percent' ? price * value : value * sight.units.price
  if (!(distance > 0 && Number.isFinite(distance))) return undefined
  const steps = (side === 'below' ? price - distance : price + distance) / priceStep
  const level = (side === 'below' ? Math.floor(steps + 1e-6) : Math.ceil(steps - 1e-6)) * priceStep
  return level >= priceStep && Number.isSafeInteger(level) ? wholeUnits(level) : undefined
}
