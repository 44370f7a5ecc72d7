/** A table that scrolls on its own; its rows are the children. */
import type { ReactNode } from 'react'

interface Column {
  readonly name: string
  readonly isNumber?: boolean
  /** The name is for screen readers only. */
  readonly isHidden?: boolean
}

interface DataTableProps {
  readonly columns: readonly (string | Column)[]
  readonly caption?: string
  readonly children: ReactNode
}

export function DataTable({ columns, caption, children }: DataTableProps): ReactNode {
  return (
    <div className="table-scroll">
      <table className="data">
        {caption !== undefined && <caption className="visually-hidden">{caption}</caption>}
        <thead>
          <tr>
            {columns.map((column) => {
              const { name, isNumber, isHidden }: Column =
                typeof column === 'string' ? { name: column } : column
              return (
                <th key={name} scope="col" className={isNumber ? 'number' : undefined}>
                  {isHidden ? <span className="visually-hidden">{name}</span> : name}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
