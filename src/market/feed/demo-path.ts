import { hashOf, randomOf } from './random.ts'

export const dayMinutes = 1440
/** Days after which a path returns to zero: prices drift for months but stay plausible. */
const returnDays = 512

export interface DayPath {
  /** Value at the start of each minute and at the end of the last: one more element than minutes */
  value: Float64Array
  deviation: Float64Array
}

/** Daily end points form a Brownian bridge by midpoint displacement. @param deviation  of a day: 0.02 is about 2 % */
export function dayPath(name: string, day: number, deviation: number): DayPath {
  const random = randomOf(hashOf(name, 1, day))
  const deviations = minuteDeviations(name, day, deviation)
  const value = new Float64Array(dayMinutes + 1)
  const variance = new Float64Array(dayMinutes + 1)
  for (let minute = 0; minute < dayMinutes; minute++) {
    const expected = deviations[minute] ?? 0
    value[minute + 1] = (value[minute] ?? 0) + expected * random.normal() * surprise(random.uniform())
    variance[minute + 1] = (variance[minute] ?? 0) + expected ** 2
  }
  const start = dayStart(name, day) * deviation
  const missing = dayStart(name, day + 1) * deviation - start - (value[dayMinutes] ?? 0)
  const total = variance[dayMinutes] ?? 1
  for (let minute = 0; minute <= dayMinutes; minute++) {
    value[minute] = start + (value[minute] ?? 0) + (missing * (variance[minute] ?? 0)) / total
  }
  return { value, deviation: deviations }
}

/** Value at the start of a day, in daily deviations: midpoint displacement between two returns to zero. */
function dayStart(name: string, day: number): number {
  const block = Math.floor(day / returnDays)
  const within = day - block * returnDays
  let value = 0
  for (let span = returnDays; span > 1; span /= 2) {
    const part = Math.floor(within / span)
    const height = 1 - Math.abs((2 * (within - part * span)) / span - 1)
    if (height > 0) value += (height * Math.sqrt(span) * randomOf(hashOf(name, 2, block, span, part)).normal()) / 2
  }
  return value
}

function minuteDeviations(name: string, day: number, deviation: number): Float64Array {
  const hours = Array.from({ length: 25 }, (_, hour) => hourActivity(name, day * 24 + hour))
  const average = deviation / Math.sqrt(dayMinutes)
  const deviations = new Float64Array(dayMinutes)
  for (let minute = 0; minute < dayMinutes; minute++) {
    const hour = Math.floor(minute / 60)
    const [from = 1, to = 1] = [hours[hour], hours[hour + 1]]
    deviations[minute] = average * (from + ((to - from) * (minute % 60)) / 60)
  }
  return deviations
}

function hourActivity(name: string, hour: number): number {
  const ofHour = randomOf(hashOf(name, 3, hour)).normal()
  const ofDay = randomOf(hashOf(name, 4, Math.floor(hour / 24))).normal()
  const session = 1 + 0.3 * Math.cos(((hour - 15) / 12) * Math.PI)
  return session * Math.exp(0.4 * ofHour + 0.3 * ofDay)
}

function surprise(uniform: number): number {
  if (uniform < 1 / 400) return 5
  return uniform < 1 / 30 ? 2.2 : 0.9
}
