import { expect, test } from 'vitest';
import { preferencesToken } from '../../shared/identity/mail/preferences-token.ts';
import type { WebCall } from '../../shared/kernel/api/operation/web-route.ts';
import type { Item } from '../../shared/kernel/core/database.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { linkRoutes } from '../../shared/pages/accounts/page-routes.ts';

const NOW = new Date('2026-11-26T12:00:00.000Z');
const key = Buffer.alloc(32, 1);
const keys = async () => ({ current: { key }, all: [{ key }] }) as never;

/** Posts a body to the link of a mail, and returns what was written. */
async function posted(body: FormData | URLSearchParams, { query = '', token = '' } = {}): Promise<Item[]> {
  const sent = new Request('https://plan.example/', { method: 'POST', body });
  const written: Item[] = [];
  const client = {
    call: async (_: string, { ExpressionAttributeValues }: { ExpressionAttributeValues: Item }) =>
      void written.push(ExpressionAttributeValues),
  };
  const call = {
    request: {
      path: '/mail-preferences/t',
      parameters: {
        token: token || (await preferencesToken({ userId: newId(NOW), portalId: newId(NOW) }, { keys })),
      },
      query: new URLSearchParams(query),
      cookies: {},
      headers: { 'content-type': sent.headers.get('content-type')! },
      body: Buffer.from(await sent.arrayBuffer()),
    },
    services: { keys, database: { client, tableName: 'T' } },
    read: { get: async () => undefined },
    now: NOW,
    note: () => undefined,
    present: () => undefined,
  } as unknown as WebCall;
  await linkRoutes.find(({ id }) => id === 'setMailPreferences')!.handle(call);
  return written;
}

/** A form as RFC 8058 prefers it, section 3.2. */
const multipart = new FormData();
multipart.set('List-Unsubscribe', 'One-Click');

test.each([
  ['a form', new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })],
  ['a multipart form', multipart],
])('one click of a mail program ends mail, sent as %s', async (_, body) => {
  expect(Object.values((await posted(body))[0]!)).toContain('off');
  const [ofKind] = await posted(body, { query: 'kind=assigned' });
  expect(Object.values(ofKind!)).toContainEqual({ assigned: 'off' });
});

test('one click with a forged token ends nothing', async () => {
  const token = Buffer.alloc(64, 7).toString('base64url');
  await expect(posted(multipart, { token })).rejects.toMatchObject({ status: 404 });
});
