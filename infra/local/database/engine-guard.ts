import { Agent, request as sendRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { socketPathOf } from '../runner/aws-call.ts';
import { startAwsServer, type AwsAnswer, type AwsRequest, type AwsServer } from '../runner/aws-server.ts';

/** Serves the engine behind a door, which trusts anybody, to those who have the credentials of this start. */
export async function startDatabaseGuard(door: string): Promise<AwsServer> {
  const agent = new Agent({ keepAlive: true });
  const socketPath = socketPathOf(door);
  const { hostname, port } = new URL(socketPath === undefined ? door : 'http://localhost');
  const where = { agent, ...(socketPath === undefined ? { hostname, port } : { socketPath }) };
  const server = await startAwsServer({
    name: 'dynamodb',
    // While the engine is away, its clients learn it as if there were no guard.
    answer: (request) => pass(request, where).catch(() => undefined),
  });
  const stop = async () => {
    await server.stop();
    agent.destroy();
  };
  return { ...server, stop };
}

function pass({ method, headers, body }: AwsRequest, where: object): Promise<AwsAnswer> {
  return new Promise((resolve, reject) => {
    const { connection: _connection, 'transfer-encoding': _encoding, ...passed } = headers;
    const sent = { ...passed, 'content-length': body.length };
    const request = sendRequest({ ...where, method, path: '/', headers: sent }, (response) => {
      const { statusCode: status = 502, headers: received } = response;
      const { connection: _c, 'transfer-encoding': _t, 'keep-alive': _k, ...rest } = received;
      buffer(response).then(
        (answered) => resolve({ status, headers: rest as Record<string, string>, body: answered }),
        reject,
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}
