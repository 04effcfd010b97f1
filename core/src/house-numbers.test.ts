import { expect, test } from 'vitest'
import { writeHouse } from './house-numbers.ts'

test.each([
  ['FR', 'Rue Basse', 12, '12 Rue Basse'],
  ['MC', 'Rue Grimaldi', '7 bis', '7 bis Rue Grimaldi'],
  ['US', 'Main Street', 350, '350 Main Street'],
  ['SE', 'Vasagatan', 12, 'Vasagatan 12'],
  ['PT', 'Rua Formosa', '3A', 'Rua Formosa 3A'],
])('a house in %s on %s', (country, street, number, text) => {
  expect(writeHouse(country, street, number)).toBe(text)
})
