import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SecretVersion } from '../../../shared/kernel/core/services.ts';
import { viewerAddress } from '../../../shared/kernel/api/http/viewer-address.ts';

const KEY = 'the key of the edge';
const versions: Partial<Record<SecretVersion, string>> = { current: KEY };
const services = {
  baseUrl: () => 'https://plan.example.com',
  secret: async (_: string, version: SecretVersion = 'current') => Buffer.from(versions[version] ?? KEY),
};
const from = (headers: Record<string, string>) =>
  viewerAddress({ headers, requestContext: { http: { sourceIp: '192.0.2.1' } } as never }, services);

beforeEach(() => {
  process.env['EDGE_KEY_ARN'] = 'arn';
});
afterEach(() => {
  delete process.env['EDGE_KEY_ARN'];
  delete process.env['EDGE_REQUIRED'];
});

test("the viewer's address is the one that the edge names", async () => {
  expect(await from({ 'x-origin-key': KEY, 'x-viewer-address': '203.0.113.7' })).toBe('203.0.113.7');
});

test.each<Record<string, string>>([
  {},
  { 'x-viewer-address': '203.0.113.7' },
  { 'x-viewer-address': '203.0.113.7', 'x-origin-key': '' },
  { 'x-viewer-address': '203.0.113.7', 'x-origin-key': `${KEY}x` },
  { 'x-origin-key': KEY },
])("the viewer's address is the one that the gateway sees for %j", async (headers) => {
  expect(await from(headers)).toBe('192.0.2.1');
});

test.each<[SecretVersion, Record<SecretVersion, string>]>([
  ['rechecked', { current: 'before', rechecked: 'now', previous: 'before' }],
  ['previous', { current: 'now', rechecked: 'now', previous: 'before' }],
])("the viewer's address is the one that the edge names with the %s key", async (version, kept) => {
  Object.assign(versions, kept);
  expect(await from({ 'x-origin-key': kept[version], 'x-viewer-address': '203.0.113.7' })).toBe(
    '203.0.113.7',
  );
  expect(await from({ 'x-origin-key': 'older', 'x-viewer-address': '203.0.113.7' })).toBe('192.0.2.1');
});

test("the viewer's address is the one that the gateway sees where there is no edge, whatever is sent", async () => {
  delete process.env['EDGE_KEY_ARN'];
  expect(await from({ 'x-origin-key': KEY, 'x-viewer-address': '203.0.113.7' })).toBe('192.0.2.1');
});

test('a request without the key is refused where all clients come through the edge, and is told where to go', async () => {
  process.env['EDGE_REQUIRED'] = 'on';
  Object.assign(versions, { current: KEY });
  await expect(from({ 'x-viewer-address': '203.0.113.7' })).rejects.toMatchObject({
    status: 404,
    hint: 'Send them to https://plan.example.com.',
  });
  await expect(from({ 'x-origin-key': 'other', 'x-viewer-address': '203.0.113.7' })).rejects.toThrow();
  expect(await from({ 'x-origin-key': KEY, 'x-viewer-address': '203.0.113.7' })).toBe('203.0.113.7');
});
