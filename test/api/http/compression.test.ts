import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { compressed } from '../../../shared/kernel/api/http/compression.ts';
import { createBrowser, signedIn } from '../../support/browser.ts';
import { feedbackApi } from '../../support/feedback.ts';
import { sharedService } from '../../support/service.ts';
import { newWorkspace } from '../../support/workspace.ts';
import { newStoryWorkspace } from '../../stories/story-api.ts';

let listPath: string;
let storyPath: string;
let token: string;

beforeAll(async () => {
  const { workspace, team, api, member } = await newStoryWorkspace();
  const [story] = await Promise.all(
    Array.from({ length: 4 }, (_, n) => api.create({ teamId: team.id, description: `ä ${n} `.repeat(300) })),
  );
  listPath = `${workspace.path}/stories`;
  storyPath = `${listPath}/${story!.id}`;
  token = member.token;
});

interface Raw {
  status: number | undefined;
  encoding: string | undefined;
  etag: string | undefined;
  vary: string | undefined;
  body: Buffer;
}

/** The bytes as they come, which fetch would decode. */
const get = (path: string, acceptEncoding?: string, more: Record<string, string> = {}) =>
  new Promise<Raw>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding }),
      ...more,
    };
    request(sharedService().baseUrl + path, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const { 'content-encoding': encoding, vary, etag } = answer.headers;
        resolve({ status: answer.statusCode, encoding, etag, vary, body: Buffer.concat(chunks) });
      });
    })
      .on('error', reject)
      .end();
  });

test.each(['gzip', 'br;q=1.0, gzip;q=0.8, *;q=0.1', 'GZIP', '*'])(
  'a list is compressed for a client that accepts %s',
  async (accepted) => {
    const [plain, packed] = await Promise.all([get(listPath), get(listPath, accepted)]);
    expect([plain.encoding, packed.encoding]).toEqual([undefined, 'gzip']);
    expect(packed.body.length).toBeLessThan(plain.body.length / 4);
    expect(JSON.parse(gunzipSync(packed.body).toString()).data).toEqual(
      JSON.parse(plain.body.toString()).data,
    );
    expect([plain.vary, packed.vary]).toEqual(['Accept-Encoding', 'Accept-Encoding']);
  },
);

test.each(['identity', 'gzip;q=0', 'br', ''])(
  'a list is not compressed for a client that accepts %j',
  async (accepted) => {
    const { encoding, body } = await get(listPath, accepted);
    expect(encoding).toBeUndefined();
    expect(JSON.parse(body.toString()).data).toHaveLength(4);
  },
);

test('a compressed single result has a weak ETag, by which it is known and changed', async () => {
  const [plain, packed] = await Promise.all([get(storyPath), get(storyPath, 'gzip')]);
  expect([plain.encoding, packed.encoding]).toEqual([undefined, 'gzip']);
  expect(packed.etag).toBe(`W/${plain.etag}`);
  expect(JSON.parse(gunzipSync(packed.body).toString()).data).toEqual(JSON.parse(plain.body.toString()).data);
  for (const known of [plain.etag!, packed.etag!]) {
    const again = await get(storyPath, 'gzip', { 'if-none-match': known });
    expect([again.status, again.body.length, again.etag]).toEqual([304, 0, plain.etag]);
  }
});

test('a small response is not compressed', async () => {
  const { encoding, vary } = await get(`${listPath}?limit=1&teamId=none`, 'gzip');
  expect([encoding, vary]).toEqual([undefined, undefined]);
});

test('a page that anyone may keep is compressed, and the page of one person is not, since its forms have tokens', () => {
  const page = (caching: string) => ({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': caching, vary: 'Cookie' },
    body: 'x'.repeat(5_000),
  });
  const shown = compressed(page('public, max-age=60'), 'gzip');
  expect([shown.headers!['content-encoding'], shown.headers!['vary']]).toEqual([
    'gzip',
    'Cookie, Accept-Encoding',
  ]);
  const own = page('private, no-store');
  expect(compressed(own, 'gzip')).toBe(own);
});

test('a signed-out visitor gets the compressed page of a portal, and a visitor who has signed in the plain one', async () => {
  const workspace = await newWorkspace();
  const admin = await workspace.person('admin');
  const portal = await feedbackApi(workspace, admin.client).portal();
  const path = `/portals/${portal.slug}/feedback`;
  const shown = await createBrowser(sharedService().baseUrl).open(path);
  const own = await (await signedIn(sharedService(), workspace, admin)).open(path);
  expect([shown, own].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null]);
});

test('a page of what is long in JSON is an answer that a function can give', async () => {
  const { workspace, team, api, member } = await newStoryWorkspace();
  // A quote is two bytes of the page, and four of the JSON that the page is sent in.
  const description = '"'.repeat(32_000);
  for (let n = 0; n < 64; n++) await api.create({ teamId: team.id, description });
  token = member.token;
  const { status, body } = await get(`${workspace.path}/stories?limit=100`, 'identity');
  expect(status).toBe(200);
  expect(JSON.parse(body.toString()).data.length).toBeGreaterThan(55);
});
