import { TableScroll } from '../table-scroll.tsx'

export interface NumbersTableProps {
  name: string
  /** Whether the row headings are sentences that may need several lines */
  hasLongHeads?: boolean
  heads: readonly string[]
  rows: readonly { head: string; cells: readonly { text: string; direction?: 'up' | 'down' | undefined }[] }[]
}

export function NumbersTable({ name, hasLongHeads, heads, rows }: NumbersTableProps) {
  return (
    <TableScroll label={name} isFramed className={hasLongHeads ? 'numbers-table-long' : undefined}>
      <table>
        <thead>
          <tr>
            {heads.map((head) =>
              head === '' ? (
                <td key="corner" />
              ) : (
                <th key={head} scope="col">
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ head, cells }) => (
            <tr key={head}>
              <th scope="row">{head}</th>
              {cells.map(({ text, direction }, place) => (
                <td key={heads[place + 1]} data-direction={direction}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}
