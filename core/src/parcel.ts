// A sender's notes for the driver of a parcel: where each applies, and how long it may be. They are personal data.
export const parcelNotes = {
  pickUpInstructions: { end: 'pickup', longest: 500 },
  deliveryInstructions: { end: 'drop', longest: 500 },
} as const

export type ParcelNote = keyof typeof parcelNotes

export const parcelNoteNames = Object.keys(parcelNotes) as ParcelNote[]

/** The notes that apply to this end of the trip. */
export const parcelNotesAt = (end: 'pickup' | 'drop'): ParcelNote[] =>
  parcelNoteNames.filter((note) => parcelNotes[note].end === end)
