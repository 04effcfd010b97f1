// How a country writes a house number and its street.

/** Countries that write the number before the street. */
const numberFirst = new Set(
  'AU CA CI DZ FR GB GF GG GP IE IL IM IN JE LU MA MC MQ MU NC NZ PF PH PK RE SG SN TH TN US VN ZA'.split(' '),
)

/** `country` by its ISO code in capitals: "12 Rue Basse" in FR, "Vasagatan 12" in SE. */
export const writeHouse = (country: string, street: string, number: string | number): string =>
  numberFirst.has(country) ? `${number} ${street}` : `${street} ${number}`
