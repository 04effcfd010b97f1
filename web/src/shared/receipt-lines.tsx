import type { ReceiptLine } from '@wayfare/contract/receipt-words'
import shared from './shared.module.css'

/** Label and amount, one below the other; the total stands out. */
export const ReceiptLines = ({ lines }: { lines: readonly ReceiptLine[] }) => (
  <dl className={shared.lines}>
    {lines.map(({ label, value, weight }) => (
      <div key={`${label} ${value}`} className={weight ? shared[weight] : undefined}>
        <dt>{label}</dt>
        <dd>
          <bdi>{value}</bdi>
        </dd>
      </div>
    ))}
  </dl>
)
