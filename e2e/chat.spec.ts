// Rider and driver write to each other while they look for each other, each on a phone.
import { gotaplatsen, valand } from './city.ts'
import { desktop, expect, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { like, t } from './texts.ts'

test('a rider and a driver exchange messages, and each sees what is new and what was read', async ({
  open,
  people,
  byHand,
  bookFor,
  watch,
}) => {
  // three windows that draw maps without a graphics card
  test.setTimeout(120_000)
  // without a network the socket and the calls fail
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  const hand = byHand(0)
  await hand.goOnline(valand)
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  await hand.take(id)

  const riding = await open(people.rider[0] ?? null, { viewport: phone })
  const driving = await open(people.driver[0] ?? null, { viewport: phone })
  await riding.goto('/bookings')
  await driving.goto('/bookings')
  const toRider = driving.getByRole('button', { name: t('chat_with_rider') })
  const notice = driving.getByRole('button', { name: t('notice_open') })
  const log = (page: typeof riding) => page.getByRole('log', { name: t('chat_log') })

  await test.step('the rider writes, and the driver sees that something is new', async () => {
    await riding.getByRole('button', { name: t('chat_with_driver') }).click()
    await expect(log(riding)).toContainText(t('chat_not_found'))
    const line = riding.getByRole('textbox', { name: t('chat_message') })
    await line.fill('I stand at the kiosk')
    await line.press('Shift+Enter')
    await line.pressSequentially('with <b>two</b> bags')
    // a notice goes by itself, but not while the pointer is on it
    const held = notice.hover()
    await line.press('Enter')
    await expect(line).toHaveValue('')
    await expect(log(riding)).toContainText('with <b>two</b> bags')
    await expect(driving.getByRole('button', { name: `${t('chat_with_rider')}. ${t('chat_unread_one')}` })).toBeVisible()
    await expectNoSidewaysScroll(riding)
    await held
  })

  await test.step('the driver answers with one tap from the notice', async () => {
    await notice.click()
    await expect(log(driving)).toContainText('I stand at the kiosk')
    await driving.getByRole('button', { name: t('chat_quick_minutes') }).click()
    await expect(log(riding)).toContainText(t('chat_quick_minutes'))
    await expect(log(riding)).toContainText(t('chat_seen'))
    await driving.goBack()
    await expect(log(driving)).toBeHidden()
    const name = `${t('trip_chat')}. ${t('chat_with_rider')}`
    await expect(driving.getByRole('button', { name, exact: true })).toBeVisible()
  })

  await test.step('what is written without a network goes out in its order once it is back', async () => {
    await riding.context().setOffline(true)
    for (const text of ['Where are you?', 'I wait inside']) {
      await riding.getByRole('textbox', { name: t('chat_message') }).fill(text)
      await riding.keyboard.press('Enter')
    }
    await expect(log(riding)).toContainText(t('chat_waiting'))
    await expect(riding.getByText(t('chat_offline'))).toBeVisible()
    await riding.context().setOffline(false)
    await toRider.click()
    await expect(log(driving).getByRole('listitem').last()).toContainText('I wait inside')
    await expect(log(driving)).toContainText(/Where are you\?.*I wait inside/s)
    await expect(log(riding)).not.toContainText(t('chat_waiting'))
    await driving.close()
  })

  await test.step('the desk reads along, on purpose', async () => {
    const desk = await open(people.admin[0] ?? null, { viewport: desktop })
    await desk.goto(`/bookings/${id}`)
    await desk.getByRole('button', { name: t('chat_read'), exact: true }).click()
    await expect(log(desk)).toContainText('I wait inside')
    await expect(desk.getByRole('textbox', { name: t('chat_message') })).toHaveCount(0)
  })

  await test.step('when the ride is given up, the chat closes on both sides', async () => {
    await riding.getByRole('button', { name: t('close_dialog') }).click()
    await expect(log(riding)).toBeHidden()
    await riding.getByRole('button', { name: t('cancel_confirm') }).click()
    const dialog = riding.getByRole('dialog', { name: like('cancel_title') })
    await dialog.getByRole('radio').first().check()
    await dialog.getByRole('button', { name: t('cancel_confirm') }).click()
    await riding.goto(`/bookings/${id}#chat-${id}`)
    await expect(riding.getByText(t('chat_closed'))).toBeVisible()
    await expect(log(riding)).toContainText('I wait inside')
    await expect(riding.getByRole('textbox', { name: t('chat_message') })).toHaveCount(0)
  })
})
