import { islands } from 'kurs:islands'
import type { ReactElement } from 'react'

/** Page and script are of one build: the JSON is the props the component was rendered with. */
export async function findIsland(name: string): Promise<(json: string) => ReactElement> {
  const load = islands[name]
  if (!load) throw new Error(`there is no ${name}.island.tsx`)
  const [{ createElement }, { Component }] = await Promise.all([import('react'), load()])
  return (json) => createElement<object>(Component, JSON.parse(json))
}
