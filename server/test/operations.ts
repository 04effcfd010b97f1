// The named operations of the specification (section 7 of both documents) and the endpoints that offer them, with their fields.

export type Operation = {
  /** in the order in which they are called, where there are several */
  verbs: readonly string[]
  /** a name of the specification's payload, and the input field that takes it */
  fields?: Record<string, string>
  note?: string
}

const only = (verb: string, fields: Record<string, string> = {}, note = ''): Operation => ({ verbs: [verb], fields, note })
const edit = (area: string, noun: string, fields: Record<string, string>): Operation => ({
  verbs: [`${area}.add${noun}`, `${area}.change${noun}`, `${area}.remove${noun}`],
  fields,
  note: 'Add, Update, Delete',
})

export const operations: Record<string, Operation> = {
  fetchLanguages: only('languages.list'),
  fetchCarTypes: only('catalog.carTypes'),
  fetchSettings: only('settings.get'),
  fetchUser: only('accounts.session'),
  fetchBookings: only('bookings.list', {}, 'uid and usertype are the session’s'),
  fetchPaymentMethods: only('payments.providers'),
  fetchCancelReasons: only('catalog.cancelReasons'),
  fetchPromos: only('promos.list'),
  fetchUsers: only('accounts.people', { usertype: 'userType', referralId: 'referralId' }, 'live on the topic people'),
  fetchUsersOnce: only('accounts.people', { usertype: 'userType' }),
  fetchDriverEarnings: only('reports.driverEarnings', {}, 'uid and usertype are the session’s'),
  fetchNotifications: only('messages.listCampaigns'),
  fetchEarningsReport: only('reports.earnings'),
  fetchWithdraws: only('wallet.allWithdraws'),
  getEstimate: only(
    'bookings.quote',
    {
      pickup: 'pickup',
      drop: 'drop',
      carDetails: 'carType',
      tripdate: 'tripDate',
      parcelTypeSelected: 'parcelType',
      optionSelected: 'option',
    },
    'the server finds the route itself',
  ),
  clearEstimate: { verbs: [], note: 'of the page: nothing is kept on the server' },
  addBooking: only(
    'bookings.create',
    {
      estimate: 'estimateFare',
      userDetails: 'customer',
      paymentPacket: 'paymentMode',
      instructionData: 'deliveryInstructions',
      deliveryPerson: 'deliveryPerson',
      deliveryPersonPhone: 'deliveryPersonPhone',
      pickUpInstructions: 'pickUpInstructions',
    },
    'pickup, drop, car and date are in the signed quote',
  ),
  clearBooking: { verbs: [], note: 'of the page: nothing is kept on the server' },
  cancelBooking: only('bookings.cancel', { booking: 'id', reason: 'reason' }, 'cancelledBy is the session’s'),
  updateBooking: {
    verbs: [
      'dispatch.assign',
      'dispatch.accept',
      'dispatch.decline',
      'trips.arrive',
      'trips.start',
      'trips.reach',
      'files.putBookingPhoto',
      'trips.collectCash',
      'payments.pay',
      'bookings.rate',
    ],
    fields: { booking: 'id' },
    note: 'one command for each step that is allowed',
  },
  RequestPushMsg: only('messages.sendNotification', { pushToken: 'token', title: 'title', msg: 'msg', screen: 'screen' }),
  addUser: only('accounts.createPerson', { usertype: 'userType', firstName: 'firstName', email: 'email', mobile: 'mobile' }),
  editUser: only('accounts.updatePerson', { id: 'id', firstName: 'firstName', email: 'email', mobile: 'mobile' }),
  deleteUser: only('accounts.remove', { id: 'id' }),
  checkUserExists: only('accounts.checkUserExists', { email: 'email', mobile: 'mobile' }),
  validateReferer: only('accounts.validateReferrer', { referralId: 'referralId' }),
  emailSignUp: only('accounts.userSignup', { regData: 'regData' }),
  updateProfile: only('accounts.updateProfile', {
    firstName: 'firstName',
    lastName: 'lastName',
    email: 'email',
    mobile: 'mobile',
  }),
  signIn: only('accounts.signIn', { email: 'email', password: 'password' }),
  facebookSignIn: only('accounts.signInSocial', { provider: 'provider' }),
  mobileSignIn: {
    verbs: ['accounts.requestCode', 'accounts.verifyCode'],
    fields: { verificationId: 'verificationId', otp: 'otp' },
  },
  signOut: only('accounts.signOut'),
  sendResetMail: only('accounts.forgotPassword', { email: 'email' }),
  clearLoginError: { verbs: [], note: 'of the page: nothing is kept on the server' },
  editLanguage: {
    verbs: [...edit('languages', '', {}).verbs, 'languages.savePairs', 'languages.makeDefault'],
    fields: {
      langName: 'langName',
      langLocale: 'langLocale',
      dateLocale: 'dateLocale',
      keyValuePairs: 'changes',
      id: 'id',
    },
    note: 'Add, Update, Delete, the texts and the default',
  },
  editSettings: only('settings.save', { symbol: 'symbol', bonus: 'bonus', license: 'license', driverRadius: 'driverRadius' }),
  clearSettingsViewError: { verbs: [], note: 'of the page: nothing is kept on the server' },
  completeWithdraw: only('wallet.completeWithdraw', { id: 'id' }),
  editCancellationReason: only('catalog.saveCancelReasons', { list: 'reasons' }, 'the full list, as in the specification'),
  editCarType: edit('catalog', 'CarType', {
    name: 'name',
    base_fare: 'baseFare',
    rate_per_unit_distance: 'ratePerUnitDistance',
    rate_per_hour: 'ratePerHour',
    min_fare: 'minFare',
    convenience_fees: 'convenienceFees',
    convenience_fee_type: 'convenienceFeeType',
    parcelTypes: 'parcelTypes',
    options: 'options',
    cancelSlab: 'cancelSlabs',
  }),
  editPromo: edit('promos', '', {
    promo_name: 'promoName',
    promo_discount_type: 'promoDiscountType',
    promo_discount_value: 'promoDiscountValue',
    max_promo_discount_value: 'maxPromoDiscountValue',
    min_order: 'minOrder',
    promo_validity: 'promoValidity',
    promo_usage_limit: 'promoUsageLimit',
  }),
  editNotifications: edit('messages', 'Campaign', {
    devicetype: 'deviceType',
    usertype: 'userType',
    title: 'title',
    body: 'body',
  }),
  sendNotification: only('messages.sendCampaign', { notification: 'id' }),
  addToWallet: only('wallet.add', { uid: 'user', amount: 'amount' }),
}
