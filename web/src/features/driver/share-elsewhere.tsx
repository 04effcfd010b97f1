// On every other page than the console the device of a driver on duty says where it is, and what was done without a network goes out.
import type { Me } from '@wayfare/contract/accounts'
import { useIsConsoleShown } from './console-shown.ts'
import { readDeviceId } from './device.ts'
import { useDriverPlace } from './use-driver-place.ts'
import { useDriverSteps } from './use-driver-steps.ts'

const Sharing = ({ me }: { me: Me }) => {
  useDriverPlace(me, null, true, null)
  useDriverSteps(me.id)
  return null
}

/** Of a driver who is online or on a trip. */
export const ShareElsewhere = ({ me }: { me: Me }) => {
  // a demo's car drives on the console alone
  const isFollowed = !me.demo && me.activeDevice === readDeviceId()
  return useIsConsoleShown() || !isFollowed ? null : <Sharing me={me} />
}
