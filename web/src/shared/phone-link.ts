// The address that calls a number: without what only eyes read, and without an extension, which is for the ear that answers.
export const makePhoneLink = (number: string): string => `tel:${number.replace(/x.*$/i, '').replaceAll(/[^\d+]/g, '')}`
