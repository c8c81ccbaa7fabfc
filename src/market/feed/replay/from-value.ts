import { resolve } from 'node:path'
import { ConfigError } from '../../../config/config-error.ts'

/** Speed of a replay, recorded minutes per real minute, if `FEED` gives none */
const usualSpeed = 60

/**
 * Parses `replay:FILE[@SPEED]`; an @ without a number after it belongs to the file name.
 * @throws ConfigError if the speed is not above zero
 */
export function parseReplay(value: string): { path: string; speed: number } {
  const [, file = '', digits] = /^replay:(.+?)(?:@([\d.]+))?$/.exec(value) ?? []
  const speed = digits === undefined ? usualSpeed : Number(digits)
  if (!(speed > 0)) {
    throw new ConfigError(`FEED=${value}: expected a speed above zero after the @, such as replay:${file}@60`)
  }
  return { path: resolve(file), speed }
}
