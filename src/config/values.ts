import { z } from 'zod'

export const httpUrl = z.url({ protocol: /^https?$/, error: 'expected an address such as https://kurs.example' })

/** Normalized like browsers do: lower case, without the default port */
export const originUrl = httpUrl
  .refine(
    (url) => !URL.canParse(url) || isBare(new URL(url)),
    'expected an address without a path, such as https://kurs.example',
  )
  .transform((url) => new URL(url).origin)

function isBare({ pathname, search, hash, username, password }: URL): boolean {
  return pathname === '/' && !(search || hash || username || password)
}

export const databaseUrl = z
  .string()
  .regex(/^(file:|libsql:\/\/|https?:\/\/)/, 'expected file:…, libsql://… or http(s)://…')

export const s3Key = z.string().regex(/^\S+$/, 'expected a key without spaces')

export const flag = z
  .enum(['1', '0', 'true', 'false', 'yes', 'no'], 'expected 1 or 0')
  .default('0')
  .transform((value) => ['1', 'true', 'yes'].includes(value))

export interface ListenAddress {
  hostname: string
  port: number
}

/** `127.0.0.1:9464`, `[::1]:9464` or `localhost:9464` */
export const listenAddress = z
  .string()
  .regex(
    /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?):\d{1,5}$/i,
    'expected an address with its port such as 127.0.0.1:9464',
  )
  .transform((value): ListenAddress => {
    const at = value.lastIndexOf(':')
    return { hostname: value.slice(0, at).replaceAll(/[[\]]/g, ''), port: Number(value.slice(at + 1)) }
  })
  .refine(({ port }) => port <= 65_535, 'expected a port, 0–65535')

export function wholeNumber(least: number, most: number, kind = 'a whole number') {
  const problem = `expected ${kind}, ${least}–${most}`
  return z
    .string(problem)
    .trim()
    .regex(/^\d+$/, problem)
    .transform(Number)
    .pipe(z.number().min(least, problem).max(most, problem))
}

/** A decimal above zero with at most ten digits after the point */
export const tradeStep = z
  .string()
  .trim()
  .regex(/^(?=.*[1-9])(0|[1-9]\d{0,5})(\.\d{1,10})?$/, 'expected a step above zero such as 0.001')

/** @param most  max number of characters */
export function shortText(most: number) {
  return z.string().trim().max(most, `expected at most ${most} characters`)
}

const hostName = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+(:\d{1,5})?$/

/** Comma-separated hosts without duplicates: `www.youtube.com,player.vimeo.com`. @param most  max number of hosts */
export function hostList(most: number) {
  return z
    .string()
    .default('')
    .transform((value, { addIssue }) => {
      const hosts = [
        ...new Set(
          value
            .toLowerCase()
            .split(',')
            .flatMap((name) => name.trim() || []),
        ),
      ]
      const wrong = hosts.find((host) => !hostName.test(host))
      if (wrong !== undefined) addIssue(`${wrong}: expected hosts such as www.youtube.com, separated by commas`)
      if (hosts.length > most) addIssue(`${hosts.length} hosts: expected at most ${most}`)
      return hosts
    })
}
