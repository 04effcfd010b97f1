// A few figures in a row, each above what it counts.
import classes from './figure-list.module.css'

/** `className` gives the row its columns, and a figure its frame and size. */
type FigureListProps = { figures: readonly (readonly [label: string, value: string])[]; className?: string | undefined }

export const FigureList = ({ figures, className = '' }: FigureListProps) => (
  <dl className={`${classes.list} ${className}`}>
    {figures.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <bdi>{value}</bdi>
        </dd>
      </div>
    ))}
  </dl>
)
