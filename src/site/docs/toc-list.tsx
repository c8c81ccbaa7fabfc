import type { TocLink } from '../../content/mdc/ast.ts'

export interface TocListProps {
  links: TocLink[]
}

export function TocList({ links }: TocListProps) {
  return (
    <ul>
      {links.map(({ id, text, children = [] }) => (
        <li key={id}>
          <a href={`#${encodeURIComponent(id)}`}>{text}</a>
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
