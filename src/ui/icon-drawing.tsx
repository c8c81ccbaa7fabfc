import { createElement, type ReactElement } from 'react'

export interface IconDrawingProps {
  /** SVG elements inside of the icon's `<svg>` */
  body: string
  width?: number
  height?: number
  className?: string | undefined
}

/** Draws an icon in the color and size of the text. Islands use it with icons that the server passes to them. */
export function IconDrawing({ body, width = 24, height = 24, className }: IconDrawingProps) {
  const { group, shapes } = drawingOf(body)
  return (
    <svg
      {...group}
      className={className ? `icon ${className}` : 'icon'}
      viewBox={`0 0 ${width} ${height}`}
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
