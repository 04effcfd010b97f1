// Notices that an admin writes to many: whom they may be for, and what becomes of one.

/** Which devices: browsers belong to All, as the specification names none. */
export const campaignDevices = ['All', 'ANDROID', 'IOS'] as const

/** Which people; All is riders and drivers, never the desk. */
export const campaignUsers = ['All', 'rider', 'driver'] as const

/** A draft may be changed and removed; whatever was begun stays as it is. */
export const campaignStates = ['draft', 'sending', 'sent', 'stopped'] as const

/** So long push services keep one for a device that is away (s). */
export const campaignUsefulS = 86_400

const strongLetter = /\p{L}/u
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** The direction that the first letter gives a text, as browsers find it. */
export const detectDirection = (text: string): 'ltr' | 'rtl' => {
  const first = strongLetter.exec(text)?.[0] ?? ''
  return rightToLeft.test(first) ? 'rtl' : 'ltr'
}
