import { beforeAll, describe, expect, test } from 'vitest';
import { newStoryWorkspace } from '../../stories/story-api.ts';
import { sharedService } from '../../support/service.ts';
import { newKey } from '../../support/workspace.ts';

/** Bytes that are not UTF-8, as they come from other charsets, cuts and old programs. */
const malformed: Record<string, number[]> = {
  'Latin-1': [0xe4],
  'a byte alone': [0xff],
  'a continuation alone': [0x80],
  'a cut character': [0xe2, 0x82],
  'a cut emoji': [0xf0, 0x9f, 0x98],
  'an overlong form': [0xc0, 0xaf],
  'a surrogate': [0xed, 0xa0, 0xbd],
  'beyond Unicode': [0xf4, 0x90, 0x80, 0x80],
};
const percent = (bytes: number[]) => bytes.map((byte) => `%${byte.toString(16)}`).join('');

let made: Awaited<ReturnType<typeof newStoryWorkspace>>;
beforeAll(async () => {
  made = await newStoryWorkspace();
});

/** A JSON text with bytes in the place of `…`. */
function withBytes(text: string, bytes: number[]): Buffer {
  const [before, after] = text.split('…') as [string, string];
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
}

async function send(path: string, body: Buffer | undefined, headers: Record<string, string> = {}) {
  const response = await fetch(sharedService().baseUrl + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${made.member.token}`, 'idempotency-key': newKey(), ...headers },
    ...(body && { body: new Uint8Array(body) }),
    redirect: 'manual',
  });
  return { status: response.status, text: await response.text() };
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const multipart = { 'content-type': 'multipart/form-data; boundary=x' };

/** The places where a request has text, each with what is sent there. */
const doors: Record<string, (bytes: number[]) => [string, Buffer | undefined, Record<string, string>?]> = {
  'a body': (bytes) => [
    `${made.workspace.path}/stories`,
    withBytes(JSON.stringify({ teamId: made.team.id, title: 'A…' }), bytes),
    json,
  ],
  'a body of another JSON type': (bytes) => [
    `${made.workspace.path}/stories`,
    withBytes(JSON.stringify({ teamId: made.team.id, title: 'A…' }), bytes),
    { 'content-type': 'application/vnd.api+json' },
  ],
  'a bulk request': (bytes) => [
    `${made.workspace.path}/bulk/stories`,
    withBytes(
      JSON.stringify({ items: [{ teamId: made.team.id, title: 'A…', idempotencyKey: newKey() }] }),
      bytes,
    ),
    json,
  ],
  MCP: (bytes) => [
    '/mcp',
    withBytes(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: '…' } }), bytes),
    json,
  ],
  'the registration of a client': (bytes) => [
    '/oauth/register',
    withBytes(JSON.stringify({ client_name: '…', redirect_uris: ['https://x.example/'] }), bytes),
    json,
  ],
  'a form': (bytes) => ['/oauth/token', Buffer.from(`grant_type=x&code=${percent(bytes)}`), form],
  'a form with raw bytes': (bytes) => ['/oauth/token', withBytes('grant_type=x&code=…', bytes), form],
  'a webhook': (bytes) => [
    `/hooks/github/${made.team.id}`,
    withBytes(JSON.stringify({ action: '…' }), bytes),
    json,
  ],
  'a query': (bytes) => [`${made.workspace.path}/stories?q=a${percent(bytes)}`, undefined],
  'a filter': (bytes) => [`${made.workspace.path}/stories?filter=is:open+${percent(bytes)}`, undefined],
  'a path': (bytes) => [`${made.workspace.path}/stories/${percent(bytes)}`, undefined],
  'a path with an id': (bytes) => [
    `${made.workspace.path}/stories/${made.team.id}${percent(bytes)}`,
    undefined,
  ],
  'the path of nothing': (bytes) => [`/nowhere/${percent(bytes)}/x`, undefined],
  'the path of a page': (bytes) => [`/docs/${percent(bytes)}`, undefined],
  'the query of a page': (bytes) => [`/docs/search?q=${percent(bytes)}`, undefined],
};

describe.each(Object.keys(doors))('%s', (door) => {
  test.each(Object.keys(malformed))('with %s is refused', async (kind) => {
    const { status, text } = await send(...doors[door]!(malformed[kind]!));
    expect([status, text]).toEqual([400, expect.stringContaining('UTF-8')]);
  });
});

test.each(['iso-8859-1', 'utf-16', '"windows-1252"', 'x'])('the charset %s is refused', async (charset) => {
  for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
    const headers = { 'content-type': `${type}; charset=${charset}` };
    const { status, text } = await send(`${made.workspace.path}/stories`, Buffer.from('{}'), headers);
    expect(status).toBe(400);
    expect(JSON.parse(text).error).toMatchObject({
      code: 'invalid_request',
      hint: expect.stringContaining('UTF-8') as string,
    });
  }
});

test.each([
  'utf-8; charset=latin1',
  'latin1; charset=utf-8',
  'utf-8 ;CHARSET="utf-8"',
  'utf-8, x/y; charset=utf-7',
])('two charsets are refused: %s', async (charsets) => {
  for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
    const headers = { 'content-type': `${type}; charset=${charsets}` };
    const { status, text } = await send(`${made.workspace.path}/stories`, Buffer.from('{}'), headers);
    expect([status, text]).toEqual([400, expect.stringContaining('The body is in 2 charsets: ')]);
  }
});

test.each(['utf-8', 'UTF8', '"utf-8"'])(
  'the charset %s, U+FFFD itself and text of any script are stored',
  async (charset) => {
    const title = 'Ä 日本 🚀 \ufffd \u{10ffff}';
    const body = Buffer.from(JSON.stringify({ teamId: made.team.id, title }));
    const headers = { 'content-type': `application/json; charset=${charset}` };
    const { status, text } = await send(`${made.workspace.path}/stories`, body, headers);
    expect(status, text).toBe(201);
    expect(JSON.parse(text).data.title).toBe(title);
    const found = await send(
      `${made.workspace.path}/stories?filter=${encodeURIComponent('Ä 🚀 \ufffd')}`,
      undefined,
    );
    expect(found.status).toBe(200);
  },
);

test('a form with a file is refused for a field that is not UTF-8', async () => {
  const part = withBytes('--x\r\ncontent-disposition: form-data; name="nonce"\r\n\r\n…\r\n--x--\r\n', [0xff]);
  const { assertDecodedUtf8 } = await import('../../../shared/kernel/api/http/assert-utf8.ts');
  const { parseMultipart } = await import('../../../shared/kernel/api/http/parse-multipart.ts');
  await expect(parseMultipart({ headers: multipart, body: part } as never)).rejects.toThrow('UTF-8');
  expect(() => assertDecodedUtf8('\ufffd', Buffer.from('\ufffd'))).not.toThrow();
});
