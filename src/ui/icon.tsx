import { createElement, type ReactElement } from 'react'
import { findIcon } from './icon-data.ts'

export interface IconProps {
  /** Name of the icon, as `i-lucide-search` or `lucide:search` */
  name: string
  className?: string
}

/** Shows a Lucide icon in the color and size of the text. An unknown name renders nothing. */
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

/** Cache of React elements by SVG body; its size is limited by the number of icons in the set. */
const drawings = new Map<string, Drawing>()

function drawingOf(body: string): Drawing {
  const known = drawings.get(body) ?? draw(body)
  drawings.set(body, known)
  return known
}

/**
 * Converts the SVG text of an icon to React elements, so that no raw HTML enters a page. An icon has flat shapes and at
 * most one group, whose attributes are moved to `<svg>`.
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
