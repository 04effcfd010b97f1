// An event that PayPal really sent, with its certificate of then, from the recorded tests of its old Node SDK.
export const headers = {
  'paypal-transmission-id': 'dfb3be50-fd74-11e4-8bf3-77339302725b',
  'paypal-transmission-time': '2015-05-18T15:45:13Z',
  'paypal-transmission-sig':
    'thy4/U002quzxFavHPwbfJGcc46E8rc5jzgyeafWm5mICTBdY/8rl7WJpn8JA0GKA+oDTPsSruqusw+XXg5RLAP7ip53Euh9Xu3UbUhQFX7UgwzE2FeYoY6lyRMiiiQLzy9BvHfIzNIVhPad4KnC339dr6y2l+mN8ALgI4GCdIh3/SoJO5wE64Bh/ueWtt8EVuvsvXfda2Le5a2TrOI9vLEzsm9GS79hAR/5oLexNz8UiZr045Mr5ObroH4w4oNfmkTaDk9Rj0G19uvISs5QzgmBpauKr7Nw++JI0pr/v5mFctQkoWJSGfBGzPRXawrvIIVHQ9Wer48GR2g9ZiApWg==',
  'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77',
}

export const webhookId = '4JH86294D6297924G'

export const body =
  '{"id":"WH-0G2756385H040842W-5Y612302CV158622M","create_time":"2015-05-18T15:45:13Z","resource_type":"sale","event_type":"PAYMENT.SALE.COMPLETED","summary":"Payment completed for $ 20.0 USD","resource":{"id":"4EU7004268015634R","create_time":"2015-05-18T15:44:02Z","update_time":"2015-05-18T15:44:21Z","amount":{"total":"20.00","currency":"USD"},"payment_mode":"INSTANT_TRANSFER","state":"completed","protection_eligibility":"ELIGIBLE","protection_eligibility_type":"ITEM_NOT_RECEIVED_ELIGIBLE,UNAUTHORIZED_PAYMENT_ELIGIBLE","parent_payment":"PAY-86C81811X5228590KKVNARQQ","transaction_fee":{"value":"0.88","currency":"USD"},"links":[{"href":"https://api.sandbox.paypal.com/v1/payments/sale/4EU7004268015634R","rel":"self","method":"GET"},{"href":"https://api.sandbox.paypal.com/v1/payments/sale/4EU7004268015634R/refund","rel":"refund","method":"POST"},{"href":"https://api.sandbox.paypal.com/v1/payments/payment/PAY-86C81811X5228590KKVNARQQ","rel":"parent_payment","method":"GET"}]},"links":[{"href":"https://api.sandbox.paypal.com/v1/notifications/webhooks-events/WH-0G2756385H040842W-5Y612302CV158622M","rel":"self","method":"GET"},{"href":"https://api.sandbox.paypal.com/v1/notifications/webhooks-events/WH-0G2756385H040842W-5Y612302CV158622M/resend","rel":"resend","method":"POST"}]}'

export const certificate = `-----BEGIN CERTIFICATE-----
MIIHqDCCBpCgAwIBAgIQCSVMkxB1Kw9SPZtpAr3lTDANBgkqhkiG9w0BAQsFADB1
MQswCQYDVQQGEwJVUzEVMBMGA1UEChMMRGlnaUNlcnQgSW5jMRkwFwYDVQQLExB3
d3cuZGlnaWNlcnQuY29tMTQwMgYDVQQDEytEaWdpQ2VydCBTSEEyIEV4dGVuZGVk
IFZhbGlkYXRpb24gU2VydmVyIENBMB4XDTE1MDMxODAwMDAwMFoXDTE3MDMyMjEy
MDAwMFowggElMR0wGwYDVQQPDBRQcml2YXRlIE9yZ2FuaXphdGlvbjETMBEGCysG
AQQBgjc8AgEDEwJVUzEZMBcGCysGAQQBgjc8AgECEwhEZWxhd2FyZTEQMA4GA1UE
BRMHMzAxNDI2NzEWMBQGA1UECRMNMjIxMSBOIDFzdCBTdDEOMAwGA1UEERMFOTUx
MzExCzAJBgNVBAYTAlVTMRMwEQYDVQQIEwpDYWxpZm9ybmlhMREwDwYDVQQHEwhT
YW4gSm9zZTEVMBMGA1UEChMMUGF5UGFsLCBJbmMuMRgwFgYDVQQLEw9QYXJ0bmVy
IFN1cHBvcnQxNDAyBgNVBAMTK21lc3NhZ2V2ZXJpZmljYXRpb25jZXJ0cy5zYW5k
Ym94LnBheXBhbC5jb20wggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQDI
XgwJj1E+vPOLNA7e3nFsRpQq7G1CFcoCNeRgFIGRfd4itt2jBRPfHXf1eeXODQ6V
wTMP6rVYrI3HBQu5SZRZKO3gALPiBWTcz5FhVovYDz/d/DtasA5L7l1xmRM+GGPE
e/D3ETPeyym6GTAuIzR1ju1BuSQlVnIrcILDHrFZo0RyqFH1eNL3oYfgz+ZCv+WH
65rhS60VowiLAb2lsARckJ2P8wKIps3YUxAqVG5SJ9H49ueBDI01wEzE/+59J8s9
GThmbMTqP6x4MneAcGN1TPimGd9wZlbwwrCYDtCoqFDcxMVgvD83uPrIinFwTIOX
w63QSv8/+ANuawBcNJDrAgMBAAGjggOAMIIDfDAfBgNVHSMEGDAWgBQ901Cl1qCt
7vNKYApl0yHU+PjWDzAdBgNVHQ4EFgQUt5yLggZOjjfzULzZCgX2KZO3R/gwNgYD
VR0RBC8wLYIrbWVzc2FnZXZlcmlmaWNhdGlvbmNlcnRzLnNhbmRib3gucGF5cGFs
LmNvbTAOBgNVHQ8BAf8EBAMCBaAwHQYDVR0lBBYwFAYIKwYBBQUHAwEGCCsGAQUF
BwMCMHUGA1UdHwRuMGwwNKAyoDCGLmh0dHA6Ly9jcmwzLmRpZ2ljZXJ0LmNvbS9z
aGEyLWV2LXNlcnZlci1nMS5jcmwwNKAyoDCGLmh0dHA6Ly9jcmw0LmRpZ2ljZXJ0
LmNvbS9zaGEyLWV2LXNlcnZlci1nMS5jcmwwQgYDVR0gBDswOTA3BglghkgBhv1s
AgEwKjAoBggrBgEFBQcCARYcaHR0cHM6Ly93d3cuZGlnaWNlcnQuY29tL0NQUzCB
iAYIKwYBBQUHAQEEfDB6MCQGCCsGAQUFBzABhhhodHRwOi8vb2NzcC5kaWdpY2Vy
dC5jb20wUgYIKwYBBQUHMAKGRmh0dHA6Ly9jYWNlcnRzLmRpZ2ljZXJ0LmNvbS9E
aWdpQ2VydFNIQTJFeHRlbmRlZFZhbGlkYXRpb25TZXJ2ZXJDQS5jcnQwDAYDVR0T
AQH/BAIwADCCAX0GCisGAQQB1nkCBAIEggFtBIIBaQFnAHUApLkJkLQYWBSHuxOi
zGdwCjw1mAT5G9+443fNDsgN3BAAAAFMLovtNgAABAMARjBEAiBTR7r3p76qUJzF
23lsbD/cLsA0KlxoJRSIvIK0OIYWiQIgVQWja8tWBlpcoFP30Iym7IuczitSazpH
fhKAVroTgXgAdgBo9pj4H2SCvjqM7rkoHUz8cVFdZ5PURNEKZ6y7T0/7xAAAAUwu
i+z4AAAEAwBHMEUCIEP3VYyLQB7lOgFo4WstyOurmRe3xa0OVaeFL/bDohHOAiEA
+xQrRVAfaeT4qBdBJzLyVLU4V9bh/qBMXJdjvYujhAcAdgBWFAaaL9fC7NP14b1E
sj7HRna5vJkRXMDvlJhV1onQ3QAAAUwui+6EAAAEAwBHMEUCIQC/YUc5X6xyb3ho
o4VMSJqSoNg9KKkvLh9nUQCdwHi3/QIgNwcBc9ZZCR/aWXQ7hKH6d39kpkDX2Z43
XPy/Kl5sKI4wDQYJKoZIhvcNAQELBQADggEBAHixEZNpb0M1MsvsfNI6lLKxrs9s
JkcBcmxrFyhTC8KP+Qp+Z1fnMRQwpTLIMr1+uAMqCPAnIShGHeFNJpUFSMyW4o0l
+pZGz/L/YJBs7XP3ChSGC17ZKeGSQFfMqMQXfY/L6+n/1HkAwqmewqUMEuUmWN3F
kXJqVngIYGZtxXRyiv2azLOhrNP8BgNZK6d2gVxntQfGr4hnd8Juq8SJy/S4xpPY
YPD8vW7/wSOdAe1/kU38QwDVBQ5PJePS2WFwz8YA/eKcyg9lfsianfw35SjehJbn
wGwzUbjtibyJnv3eAeYDGxaI6vbuoE99pSmYGIwSBLJwZamJHjci6HL6wLg=
-----END CERTIFICATE-----`
