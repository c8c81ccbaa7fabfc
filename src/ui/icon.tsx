import { findIcon } from './icon-data.ts'
import { IconDrawing } from './icon-drawing.tsx'

export interface IconProps {
  /** Name of the icon, as `i-lucide-search` or `lucide:search` */
  name: string
  className?: string
}

/** Shows a Lucide icon in the color and size of the text. An unknown name renders nothing. */
export function Icon({ name, className }: IconProps) {
  const icon = findIcon(name.replace(/^(i-lucide-|lucide:)/, ''))
  if (!icon) return null
  return <IconDrawing {...icon} className={className} />
}
