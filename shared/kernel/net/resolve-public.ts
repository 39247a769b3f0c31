import { Resolver } from 'node:dns/promises';
import { AddressRefused, LookupFailed } from './address-refused.ts';
import { isPublicAddress } from './public-address.ts';

/*
 * Injection points. This folder accesses the network only through these built-ins, so a stand-in for the
 * outside network on a developer's machine replaces them before this code is loaded:
 * - `resolve4` and `resolve6` on the prototype of `Resolver` in `node:dns/promises`; the name is their only
 * argument;
 * - `connect` of `node:tls` (then `syncBuiltinESMExports()`), called with one object: `host` is the validated
 * IPv4 address, `port` is 443, `servername` is the name; certificates are verified unless
 * `rejectUnauthorized`
 * is replaced. HTTP is then spoken over the returned socket.
 */

/** Queries the name servers; implemented by `Resolver` of `node:dns/promises`. */
export interface AddressResolver {
  resolve4(host: string): Promise<string[]>;
  resolve6(host: string): Promise<string[]>;
  /** Cancels pending queries. */
  cancel(): void;
}

interface ResolveOptions {
  resolver?: AddressResolver;
  /** Ends the lookup early with LookupFailed. */
  signal?: AbortSignal;
}

/** The first attempt times out after 2 s, the second and last after 4 s. */
export const newResolver = (): AddressResolver => new Resolver({ timeout: 2_000, tries: 2 });

/**
 * Returns the IPv4 addresses of a host, at least one, after checking that all of its addresses are public.
 * Queries name servers only: `/etc/hosts` and search domains are ignored. Throws AddressRefused or
 * LookupFailed.
 */
export async function resolvePublic(
  host: string,
  { resolver = newResolver(), signal }: ResolveOptions = {},
): Promise<string[]> {
  const cancel = () => resolver.cancel();
  signal?.addEventListener('abort', cancel);
  try {
    if (signal?.aborted) throw new LookupFailed(host);
    const [v4, v6] = await Promise.all([answer(resolver.resolve4(host)), answer(resolver.resolve6(host))]);
    return publicAddressesOf(host, v4, v6);
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

/** Addresses (none if the name or its records do not exist), or why there is no answer. */
type Resolution = string[] | { failure: unknown };

/** NXDOMAIN, a name without such records, and a name that cannot be queried. */
const missing = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

const answer = (asked: Promise<string[]>): Promise<Resolution> =>
  asked.catch((failure: unknown) =>
    failure instanceof Error && 'code' in failure && missing.has(String(failure.code)) ? [] : { failure },
  );

/**
 * Some name servers fail for queries of IPv6 addresses that do not exist (RFC 4074). Connections use IPv4, so
 * a failed IPv4 query is a failure, whereas a failed IPv6 query is ignored if IPv4 succeeds.
 */
function publicAddressesOf(host: string, v4: Resolution, v6: Resolution): string[] {
  if (!Array.isArray(v4)) throw new LookupFailed(host, { cause: v4.failure });
  const others = Array.isArray(v6) ? v6 : [];
  if (v4.length === 0 && !Array.isArray(v6)) throw new LookupFailed(host, { cause: v6.failure });
  if (v4.length + others.length === 0) throw new AddressRefused(host, 'unresolvable');
  if (![...v4, ...others].every(isPublicAddress)) throw new AddressRefused(host, 'not_public');
  if (v4.length === 0) throw new AddressRefused(host, 'ipv6_only');
  return v4;
}
