// The parts of OpenAPI 3.1 that our document uses.
import type { Endpoint } from './endpoint.ts'

export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  /** for a tuple */
  prefixItems?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  default?: unknown
  format?: string
  [keyword: string]: unknown
}

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}
export type Response = {
  description: string
  content?: Record<string, { schema?: JsonSchema }>
  headers?: object
  'x-keys'?: string[]
}

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; description?: string; content: Record<string, { schema?: JsonSchema }> }
  responses: Record<string, Response>
  /** who may use the operation */
  'x-access': Endpoint['access']
  'x-per-minute': number
}

export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema>; securitySchemes: object }
}
