// A QR code, drawn here: what it says is told to nobody else. Dark on white in every theme, since cameras want it so.
import { encode } from 'uqr'

type QrCodeProps = { text: string; label: string; className?: string | undefined }

/** Modules of quiet around it, by the standard. */
const border = 4

export const QrCode = ({ text, label, className }: QrCodeProps) => {
  const { data, size } = encode(text, { ecc: 'M', border })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className={className}>
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}
