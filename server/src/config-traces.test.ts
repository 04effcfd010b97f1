import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('without an address nothing is traced, whatever else is said', () => {
  expect(readConfig({}).traces).toBeNull()
  expect(readConfig({ OTEL_SERVICE_NAME: 'town', OTEL_TRACES_SAMPLER: 'always_on' }).traces).toBeNull()
})

test.each([{ OTEL_SDK_DISABLED: 'true' }, { OTEL_SDK_DISABLED: 'TRUE' }, { OTEL_TRACES_EXPORTER: 'none' }])(
  'nothing is traced where OpenTelemetry is switched off: %o',
  (off) => {
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', ...off }).traces).toBeNull()
  },
)

test('the address for all signals gets the path of traces, the one for traces none', () => {
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }).traces).toEqual({
    url: 'http://127.0.0.1:4318/v1/traces',
    headers: {},
    service: 'wayfare',
    sampler: 'parentbased_always_on',
    ratio: 1,
  })
  const below = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example/taxi/' }
  expect(readConfig(below).traces?.url).toBe('https://otel.example/taxi/v1/traces')
  const own = { ...below, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://tempo.example/in' }
  expect(readConfig(own).traces?.url).toBe('https://tempo.example/in')
})

test('headers come as a list, percent-encoded; name and sampling as they are given', () => {
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20dTpw, x-tenant=taxi=1',
    OTEL_SERVICE_NAME: 'town',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  }
  expect(readConfig(env).traces).toMatchObject({
    headers: { authorization: 'Basic dTpw', 'x-tenant': 'taxi=1' },
    service: 'town',
    sampler: 'traceidratio',
    ratio: 0.25,
  })
})

test.each([
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address without a password in it.',
  ],
  [
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://me:pw@otel' },
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be an http or https address',
  ],
  [
    { OTEL_EXPORTER_OTLP_HEADERS: 'authorization' },
    'OTEL_EXPORTER_OTLP_HEADERS must list headers, such as authorization=Bearer%20abc',
  ],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=1,,b=2' }, 'OTEL_EXPORTER_OTLP_HEADERS must list headers'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=%0d%0ahost: x' }, 'OTEL_EXPORTER_OTLP_HEADERS must list headers'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=%zz' }, 'OTEL_EXPORTER_OTLP_HEADERS must list headers'],
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }, /^OTEL_TRACES_SAMPLER must be one of: always_on, .*parentbased_traceidratio\.$/],
  [{ OTEL_TRACES_SAMPLER_ARG: '7' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOIN: 'http://otel' },
    'There is no variable OTEL_EXPORTER_OTLP_ENDPOIN: is OTEL_EXPORTER_OTLP_ENDPOINT meant?',
  ],
])('%j is refused in one sentence', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})

test('other variables of OpenTelemetry are no slips of these', () => {
  const others = ['OTEL_EXPORTER_OTLP_TIMEOUT', 'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT', 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT']
  const more = ['OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_TRACES_EXPORTER', 'OTEL_LOGS_EXPORTER', 'OTEL_RESOURCE_ATTRIBUTES']
  for (const name of [...others, ...more, 'OTEL_EXPORTER_OTLP_TRACES_HEADERS']) {
    expect(() => readConfig({ [name]: 'x' })).not.toThrow()
  }
})
