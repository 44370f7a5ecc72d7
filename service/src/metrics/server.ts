/** Serves the metrics on a separate port, so that no proxy has to hide them. */
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import type { Log } from '../log.ts'
import type { ReservedPort } from '../port.ts'
import type { Metrics } from './metrics.ts'

interface MetricsServer {
  readonly url: string
  close(): Promise<void>
}

/** Answers `GET /metrics` only. */
export async function serveMetrics(
  port: ReservedPort,
  metrics: Metrics,
  log: Log,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (error: unknown) => {
        log.warn({ err: error }, 'the metrics could not be read')
        response.writeHead(500).end()
      },
    )
  })
  await port.giveTo(server)
  const close = promisify(server.close.bind(server))
  return {
    url: port.url,
    close: async () => {
      server.closeAllConnections()
      await close()
    },
  }
}
