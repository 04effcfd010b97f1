// Newcomers as tests send them: a form nobody has used, a photo of a licence, a challenge that is solved.
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { solveChallenge } from 'altcha-lib'
import { getChallenge } from '@wayfare/contract/sign-in'
import type { ChallengePurpose, SolvedChallenge } from '@wayfare/contract/sign-in-challenge'
import { putSignUpDocument } from '@wayfare/contract/files'
import type { CarTypeId } from '@wayfare/core/ids'
import type { TestApp } from './harness.ts'

const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export const makeSignUps = ({ call }: TestApp) => {
  let count = 0
  /** A network of its own, so that caps meant for one do not meet. */
  const freshIp = (): string => `10.${Math.floor(++count / 250)}.${count % 250}.1`

  /** A rider's form with an address and number that are free. */
  const form = () => ({
    firstName: 'Astrid',
    lastName: 'Lind',
    email: `newcomer${++count}@test.example`,
    password: 'wayfare1',
    dialCode: '46',
    mobile: `7017${String(10_000 + count)}`,
  })

  /** The token of an uploaded licence. */
  const license = async (ip = freshIp()): Promise<string> =>
    (await call(putSignUpDocument, {}, { ip, file: { bytes: photo, type: 'image/png' } })).token

  const driverForm = async (carType: CarTypeId) => ({
    ...form(),
    vehicleMake: 'Volvo',
    vehicleModel: 'V60',
    vehicleNumber: 'ABC 12D',
    carType,
    licenseImage: await license(),
  })

  const solved = async (purpose: ChallengePurpose): Promise<SolvedChallenge> => {
    const challenge = await call(getChallenge, { purpose }, { ip: freshIp() })
    const solution = await solveChallenge({ challenge, deriveKey })
    if (!solution) throw new Error('the challenge has no solution')
    return { challenge, solution }
  }

  return { form, driverForm, license, solved, freshIp }
}
