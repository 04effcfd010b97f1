import { Alert, Button, Loader, PinInput, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconBackspace } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/provider.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import classes from './driver.module.css'

type OtpDialogProps = { opened: boolean; busy: boolean; cause: unknown; onStart: (otp: string) => void; onClose: () => void }

const DIGITS = 5
const pad = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** The rider reads five digits out; the driver taps them on large keys (typing and pasting work as well). The fifth starts the trip. */
export const OtpDialog = ({ opened, busy, cause, onStart, onClose }: OtpDialogProps) => {
  const t = useT()
  const problemText = useProblemText()
  const [code, setCode] = useState('')
  const [knownCause, setKnownCause] = useState(cause)
  // a refused code is tapped anew from its first digit
  if (cause !== knownCause) {
    setKnownCause(cause)
    if (cause !== null) setCode('')
  }
  const fill = (next: string) => {
    if (busy) return
    setCode(next)
    if (next.length === DIGITS) onStart(next)
  }
  const put = (digit: string) => fill((code + digit).slice(0, DIGITS))
  return (
    <Dialog opened={opened} onClose={onClose} title={t('otp_ask_title')} size={420}>
      <Stack align="center">
        {/* the hint gives way to what was wrong, so that the keys stay where they are */}
        <div className={classes.codeNote}>
          {busy && (
            <div role="status">
              <Loader size="sm" aria-label={t('otp_checking')} mx="auto" display="block" />
            </div>
          )}
          {!busy && cause === null && <Text ta="center">{t('otp_ask_hint')}</Text>}
          {!busy && cause !== null && (
            <Alert color="danger" role="alert" py="xs">
              {problemText(cause)}
            </Alert>
          )}
        </div>
        <div dir="ltr">
          <PinInput
            length={DIGITS}
            type="number"
            size="lg"
            value={code}
            onChange={fill}
            readOnly={busy}
            placeholder=""
            getInputProps={(index) => ({
              'aria-label': t('otp_digit', { number: index + 1 }),
              // whoever has a keyboard types; a phone's own would cover the keys below
              inputMode: 'none',
              'data-autofocus': index === 0 || undefined,
            })}
          />
        </div>
        <SimpleGrid cols={3} spacing="xs" w="100%" dir="ltr">
          {pad.map((digit) => (
            <Button key={digit} variant="default" mih={64} fz="var(--wf-text-code)" onClick={() => put(digit)}>
              {digit}
            </Button>
          ))}
          <Button variant="default" mih={64} fz="md" onClick={() => setCode('')}>
            {t('otp_clear')}
          </Button>
          <Button variant="default" mih={64} fz="var(--wf-text-code)" onClick={() => put('0')}>
            0
          </Button>
          <Button variant="default" mih={64} aria-label={t('otp_delete')} onClick={() => setCode((now) => now.slice(0, -1))}>
            <IconBackspace aria-hidden />
          </Button>
        </SimpleGrid>
      </Stack>
    </Dialog>
  )
}
