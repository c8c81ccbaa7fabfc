import type { TocLink } from '../../content/mdc/ast.ts'

export interface TocListProps {
  links: TocLink[]
  /** ID of the heading whose link is marked as current */
  current?: string | undefined
}

export function TocList({ links, current }: TocListProps) {
  return (
    <ul>
      {links.map(({ id, text, children = [] }) => (
        <li key={id}>
          <a href={`#${encodeURIComponent(id)}`} aria-current={id === current || undefined}>
            {text}
          </a>
          {children.length > 0 && (
            <ul>
              {children.map((child) => (
                <li key={child.id}>
                  <a href={`#${encodeURIComponent(child.id)}`}>{child.text}</a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}
