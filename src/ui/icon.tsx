import { createElement, type ReactElement } from 'react'
import { findIcon } from './icon-data.ts'

export interface IconProps {
  /** `i-lucide-search` or `lucide:search` */
  name: string
  className?: string
}

/** A Lucide icon in the text's color and size. An unknown name draws nothing. */
export function Icon({ name, className }: IconProps) {
  const icon = findIcon(name.replace(/^(i-lucide-|lucide:)/, ''))
  if (!icon) return null
  const { group, shapes } = drawingOf(icon.body)
  return (
    <svg
      {...group}
      className={className ? `icon ${className}` : 'icon'}
      viewBox={`0 0 ${icon.width} ${icon.height}`}
      aria-hidden="true"
    >
      {shapes}
    </svg>
  )
}

interface Drawing {
  group: Record<string, string>
  shapes: ReactElement[]
}

/** Cache by SVG body; at most as many as the set has icons. */
const drawings = new Map<string, Drawing>()

function drawingOf(body: string): Drawing {
  const known = drawings.get(body) ?? draw(body)
  drawings.set(body, known)
  return known
}

/**
 * Creates elements, so that no raw HTML enters a page: flat shapes, and at most one group, whose attributes move to
 * `<svg>`.
 */
function draw(body: string): Drawing {
  const shapes: ReactElement[] = []
  let group: Record<string, string> = {}
  for (const [, tag = '', attributes = ''] of body.matchAll(/<([a-z]+)((?:\s[^<>]*?)?)\/?>/gi)) {
    const props = attributesOf(attributes)
    if (tag === 'g') group = props
    else shapes.push(createElement(tag, { ...props, key: shapes.length }))
  }
  return { group, shapes }
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', value = ''] of text.matchAll(/([a-z-]+)="([^"]*)"/gi)) {
    attributes[name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())] = value
  }
  return attributes
}
