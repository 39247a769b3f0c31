/**
 * Redirects host names to this machine within a function's thread. It replaces the injection points listed in
 * shared/kernel/net/resolve-public.ts in Node's own modules, so that the functions' code is the same as on AWS and
 * has no switch for it.
 */
import { Resolver } from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import tls from 'node:tls';
import type { ConnectionOptions, TLSSocket } from 'node:tls';
import type { LocalHosts } from '../runner/local-hosts.ts';

/**
 * Addresses assigned to the names: public as far as anyone can tell, from a network that APNIC assigns to
 * no one.
 */
const NETWORK = '1.2.3.';

type Resolve = (this: Resolver, name: string, ...more: unknown[]) => Promise<unknown>;
type Connect = (...how: unknown[]) => TLSSocket;

/**
 * Assigns an address to each of these names, and redirects TLS connections to these addresses to 127.0.0.1,
 * where any certificate is accepted. Other names and addresses are not affected. Call it before a function is
 * loaded.
 */
export function redirectHosts(hosts: LocalHosts): void {
  const addresses = new Map(Object.keys(hosts).map((name, i) => [name, `${NETWORK}${i + 1}`]));
  const ports = new Map(Object.entries(hosts).map(([name, port]) => [addresses.get(name)!, port]));
  const resolver = Resolver.prototype as unknown as Record<'resolve4' | 'resolve6', Resolve>;
  const { resolve4, resolve6 } = resolver;
  resolver.resolve4 = function (name, ...more) {
    const address = addresses.get(name.toLowerCase());
    return address === undefined ? resolve4.call(this, name, ...more) : Promise.resolve([address]);
  };
  resolver.resolve6 = function (name, ...more) {
    return addresses.has(name.toLowerCase())
      ? Promise.reject(Object.assign(new Error(`queryAaaa ENODATA ${name}`), { code: 'ENODATA' }))
      : resolve6.call(this, name, ...more);
  };
  const connect = tls.connect as Connect;
  tls.connect = ((options: ConnectionOptions, ...more: unknown[]) => {
    const port = ports.get(String(options.host));
    if (port === undefined) return connect(options, ...more);
    return connect({ ...options, host: '127.0.0.1', port, rejectUnauthorized: false }, ...more);
  }) as typeof tls.connect;
  syncBuiltinESMExports();
}
