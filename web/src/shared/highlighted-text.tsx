// A text with the parts that matched what was typed.
type HighlightedTextProps = { text: string; marks: readonly { offset: number; length: number }[] }

const piecesOf = ({ text, marks }: HighlightedTextProps): { start: number; part: string; hit: boolean }[] => {
  const pieces: { start: number; part: string; hit: boolean }[] = []
  let from = 0
  for (const { offset, length } of marks.toSorted((a, b) => a.offset - b.offset)) {
    if (offset > from) pieces.push({ start: from, part: text.slice(from, offset), hit: false })
    pieces.push({ start: offset, part: text.slice(offset, offset + length), hit: true })
    from = offset + length
  }
  return [...pieces, { start: from, part: text.slice(from), hit: false }]
}

export const HighlightedText = (props: HighlightedTextProps) => (
  <>
    {piecesOf(props).map(({ start, part, hit }) =>
      hit ? <strong key={`h${start}`}>{part}</strong> : <span key={start}>{part}</span>,
    )}
  </>
)
