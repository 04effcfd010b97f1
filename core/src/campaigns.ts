// Campaigns, the notices that an admin sends to many people: their audiences and states.

/** Target devices; browsers are reached by All only, as the specification has no value for them. */
export const campaignDevices = ['All', 'ANDROID', 'IOS'] as const

/** Target people; All means riders and drivers, never the desk. */
export const campaignUsers = ['All', 'rider', 'driver'] as const

/** A draft may be edited and removed; afterwards a campaign is frozen. */
export const campaignStates = ['draft', 'sending', 'sent', 'stopped'] as const

/** How long push services keep a notice for a device that is offline (s). */
export const campaignUsefulS = 86_400

const strongLetter = /\p{L}/u
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** The text direction given by the first letter, the way browsers detect it. */
export const detectDirection = (text: string): 'ltr' | 'rtl' => {
  const first = strongLetter.exec(text)?.[0] ?? ''
  return rightToLeft.test(first) ? 'rtl' : 'ltr'
}
