import { Resolver } from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import tls, { type ConnectionOptions } from 'node:tls';
import { parentPort, workerData } from 'node:worker_threads';
import type { AddressRefused } from '../../shared/kernel/net/address-refused.ts';

const { bundle, port } = workerData as { bundle: string; port: number };

/** As the local runner does it: one name of this machine, before the code that asks for it is loaded. */
Resolver.prototype.resolve4 = (async (name: string) =>
  name === 'inbox.plotline.test' ? ['93.184.215.14'] : []) as typeof Resolver.prototype.resolve4;
Resolver.prototype.resolve6 = async () => [];
const { connect } = tls;
tls.connect = ((options: ConnectionOptions) =>
  connect({ ...options, host: '127.0.0.1', port, rejectUnauthorized: false })) as typeof connect;
syncBuiltinESMExports();

const { publicRequest } = (await import(
  bundle
)) as typeof import('../../shared/kernel/net/public-request.ts');
const requestTo = (name: string) =>
  publicRequest({
    url: new URL(`https://${name}/`),
    method: 'GET',
    headers: {},
    timeoutMs: 30_000,
    maxResponseBytes: 100,
  });

parentPort!.postMessage({
  known: (await requestTo('inbox.plotline.test')).body.toString(),
  unknown: await requestTo('other.plotline.test').catch((error: AddressRefused) => error.reason),
});
