import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleServer, READ } from '../testing/example-server.ts';

describe('GET /metrics', () => {
  it('counts requests by route, method and status, and includes process metrics', async () => {
    const server = await exampleServer();
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    for (const path of ['/hello', '/hello', '/refusal']) await (await fetch(url + path)).text();
    const response = await fetch(`${url}/metrics`);
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    const lines = (await response.text()).split('\n');
    const count = (labels: string): string | undefined =>
      lines
        .find((line) => line.startsWith(`http_server_request_duration_seconds_count{${labels}`))
        ?.split(' ')[1];
    const get = 'http_request_method="GET"';
    assert.equal(count(`${get},http_route="/hello",http_response_status_code="200"`), '2');
    assert.equal(count(`${get},http_route="/refusal",http_response_status_code="429"`), '1');
    for (const name of [
      'http_server_active_requests',
      'nodejs_eventloop_delay_p99_seconds',
      'process_memory_usage_bytes',
      'process_cpu_seconds_total',
    ]) {
      assert.ok(
        lines.some((line) => line.startsWith(name)),
        name,
      );
    }
    await server.close();
  });

  it('counts a caller that hung up as 499', async () => {
    const server = await exampleServer();
    const begun = Promise.withResolvers<void>();
    server.get('/held', READ, () => {
      begun.resolve();
      return new Promise(() => undefined);
    });
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    const caller = new AbortController();
    const pending = fetch(`${url}/held`, { signal: caller.signal });
    await begun.promise;
    caller.abort();
    await assert.rejects(pending);
    let text = '';
    while (!text.includes('http_route="/held"'))
      text = await (await fetch(`${url}/metrics`)).text();
    assert.match(text, /http_route="\/held",http_response_status_code="499"/);
    await server.close();
  });

  it('requires a key with the scope `metrics` if there are keys', async () => {
    const server = await exampleServer(['reader;scope=read', 'prometheus;scope=metrics']);
    const status = async (key: string): Promise<number> =>
      (await server.inject({ url: '/metrics', headers: { 'x-api-key': key } })).statusCode;
    assert.deepEqual([await status('reader'), await status('prometheus')], [403, 200]);
    await server.close();
  });
});
