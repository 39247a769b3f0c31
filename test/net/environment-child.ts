import { get } from 'node:https';
import { connect, type ConnectionOptions } from 'node:tls';
import type { ConnectionFailed } from '../../shared/kernel/net/connection-failed.ts';
import { publicRequest } from '../../shared/kernel/net/public-request.ts';
import { answering, host } from './receiver.ts';

/** Run as a process of its own, since Node reads proxy variables at start. */
const [port, ca] = process.argv.slice(2);

const outside = {
  resolver: answering({ a: ['93.184.215.14'] }),
  connect: (options: ConnectionOptions) =>
    connect({ ...options, host: '127.0.0.1', port: Number(port), ca: ca! }),
};
const requestTo = (name: string) =>
  publicRequest(
    {
      url: new URL(`https://${name}/`),
      method: 'GET',
      headers: {},
      timeoutMs: 30_000,
      maxResponseBytes: 100,
    },
    outside,
  );

const guarded = (await requestTo(host)).status;
const wrongName = await requestTo('other.example.com').catch((error: ConnectionFailed) => error.code);
/** Shows that the variables are in force: Node's own client does go to the proxy. */
const control = await new Promise((resolve) => {
  get('https://control.example.com/', { timeout: 30_000 }, (response) => resolve(response.statusCode)).on(
    'error',
    () => resolve('ended'),
  );
});
process.stdout.write(JSON.stringify({ guarded, wrongName, control }));
