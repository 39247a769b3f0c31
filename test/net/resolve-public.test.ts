import { describe, expect, it, onTestFinished, test } from 'vitest';
import { AddressRefused, LookupFailed } from '../../shared/kernel/net/address-refused.ts';
import { resolvePublic } from '../../shared/kernel/net/resolve-public.ts';
import { startNameServer, type NameAnswer, type Zone } from './name-server.ts';

const host = 'hooks.example.com';
const publicV4 = '93.184.215.14';
const otherV4 = '8.8.4.4';
const publicV6 = '2606:2800:21f:cb07:6820:80da:af6b:8b2c';

async function resolve(zone: Zone, options: { timeoutMs?: number; name?: string } = {}) {
  const server = await startNameServer(zone);
  onTestFinished(server.stop);
  return resolvePublic(options.name ?? host, { resolver: server.resolver(options.timeoutMs) });
}

const refused = (reason: AddressRefused['reason']) => new AddressRefused(host, reason);

test('a lookup returns every IPv4 address', async () => {
  expect(await resolve({ a: [publicV4, otherV4], aaaa: [publicV6] })).toEqual([publicV4, otherV4]);
  expect(await resolve({ a: [publicV4], aaaa: [] })).toEqual([publicV4]);
});

describe('one address that is not public makes the host fail:', () => {
  it.each<[string, string[], string[]]>([
    ['private', ['10.0.0.1'], []],
    ['metadata', ['169.254.169.254'], []],
    ['public first, private second', [publicV4, '192.168.0.1'], []],
    ['private first, public second', ['127.0.0.1', publicV4], [publicV6]],
    ['loopback over IPv6 only', [publicV4], ['0:0:0:0:0:0:0:1']],
    ['one of two over IPv6', [publicV4], [publicV6, 'fd00:ec2:0:0:0:0:0:254']],
    ['IPv4-mapped', [publicV4], ['0:0:0:0:0:ffff:a9fe:a9fe']],
    ['NAT64', [publicV4], ['64:ff9b:0:0:0:0:a9fe:a9fe']],
    ['6to4', [publicV4], ['2002:7f00:1:0:0:0:0:1']],
    ['private, without IPv4', [], ['fe80:0:0:0:0:0:0:1']],
  ])('%s', async (_what, a, aaaa) => {
    await expect(resolve({ a, aaaa })).rejects.toThrow(refused('not_public'));
  });
});

test('a host with IPv6 addresses only is refused with that reason', async () => {
  await expect(resolve({ a: [], aaaa: [publicV6] })).rejects.toThrow(refused('ipv6_only'));
});

describe('a name without addresses is unresolvable:', () => {
  it.each<[string, NameAnswer, NameAnswer]>([
    ['no such name', 'NXDOMAIN', 'NXDOMAIN'],
    ['no records', [], []],
    ['answers that disagree', [], 'NXDOMAIN'],
  ])('%s', async (_what, a, aaaa) => {
    await expect(resolve({ a, aaaa })).rejects.toThrow(refused('unresolvable'));
  });

  test('a name that name servers cannot look up', async () => {
    const name = `${'a'.repeat(64)}.example.com`;
    await expect(resolve({ a: [publicV4], aaaa: [] }, { name })).rejects.toMatchObject({
      reason: 'unresolvable',
    });
  });
});

describe('a missing answer is a failure that may pass:', () => {
  it.each<[string, NameAnswer, NameAnswer]>([
    ['SERVFAIL', 'SERVFAIL', 'SERVFAIL'],
    ['REFUSED', 'REFUSED', 'REFUSED'],
    ['silence', 'silence', 'silence'],
    ['SERVFAIL for IPv4 beside addresses of IPv6', 'SERVFAIL', [publicV6]],
    ['no IPv4, and SERVFAIL for IPv6', [], 'SERVFAIL'],
    ['no such name, and silence for IPv6', 'NXDOMAIN', 'silence'],
  ])('%s', async (_what, a, aaaa) => {
    await expect(resolve({ a, aaaa }, { timeoutMs: 250 })).rejects.toThrow(new LookupFailed(host));
  });
});

describe('a host keeps its IPv4 when name servers fail for IPv6 (RFC 4074):', () => {
  it.each<[NameAnswer]>([['SERVFAIL'], ['REFUSED'], ['NXDOMAIN']])('%s', async (aaaa) => {
    expect(await resolve({ a: [publicV4], aaaa })).toEqual([publicV4]);
    await expect(resolve({ a: ['10.0.0.1'], aaaa })).rejects.toThrow(refused('not_public'));
  });
});

test('a signal ends the lookup', async () => {
  const server = await startNameServer({ a: 'silence', aaaa: 'silence' });
  onTestFinished(server.stop);
  const limit = new AbortController();
  const lookup = resolvePublic(host, { resolver: server.resolver(60_000), signal: limit.signal });
  await server.firstQuestion;
  limit.abort();
  await expect(lookup).rejects.toThrow(new LookupFailed(host));
  await expect(
    resolvePublic(host, { resolver: server.resolver(60_000), signal: AbortSignal.abort() }),
  ).rejects.toThrow(new LookupFailed(host));
});

test('the error says in both forms what is wrong, without revealing the addresses', async () => {
  const error = await resolve({ a: [publicV4, '10.1.2.3'], aaaa: [] }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    message: 'The name hooks.example.com has an address that is not public.',
    problem: 'must name a host that has only public addresses',
  });
  expect(new LookupFailed(host)).toMatchObject({
    message: 'The name hooks.example.com could not be resolved.',
    problem: 'names a host that could not be resolved; try again shortly',
  });
});
