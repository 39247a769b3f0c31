import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sharedService } from '../../support/service.ts';
import { newWorkspace } from '../../support/workspace.ts';
import { homeOf, startCli, temporaryFolder } from './cli.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, origin: string) => void;

/** A server of issues; `asked` are its requests so far. */
async function startTracker(answer: Answer) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    answer(request, response, `http://${request.headers.host}`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close().closeAllConnections());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** Starts the dry run of an import of a repository from a tracker. */
async function startImport(origin: string) {
  const { token } = await (await newWorkspace()).person('admin');
  const access = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_TOKEN: token };
  const tracker = { GITHUB_API_URL: origin, GITHUB_TOKEN: 'ghp_example' };
  const folder = ['--download-to', temporaryFolder()];
  const args = ['import', 'https://github.com/acme/app', '--from', 'github', '--create', 'all', '--dry-run'];
  return startCli([...args, ...folder], { ...access, ...tracker });
}

const importFrom = async (origin: string) => await (await startImport(origin)).ended;

test.each<[string, Answer, RegExp]>([
  [
    'whose next page is the same one',
    ({ url }, response, origin) =>
      response.writeHead(200, { link: `<${origin}${url}>; rel="next"` }).end('[]'),
    /names a page again that was read already/,
  ],
  [
    'that asks to wait for years',
    (_, response) => response.writeHead(429, { 'retry-after': '100000000' }).end(),
    /asks to wait 27778 hours/,
  ],
  [
    'that leads from page to page without an end',
    ({ url }, response) => response.writeHead(302, { location: `${url}x` }).end(),
    /leads from page to page/,
  ],
])('a tracker %s is given up', async (_, answer, message) => {
  const { origin } = await startTracker(answer);
  const { code, stderr } = await importFrom(origin);
  expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
});

test('a redirect is followed on the same server only', async () => {
  const other = await startTracker((_, response) => response.end('[]'));
  let target = other.origin;
  const tracker = await startTracker(({ url }, response) =>
    url!.startsWith('/repositories/7')
      ? response.end('[]')
      : response.writeHead(301, { location: `${target}/repositories/7` }).end(),
  );
  const refused = await importFrom(tracker.origin);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining(`names a page on another server, ${other.origin}`),
  ]);
  expect(other.asked).toEqual([]);
  target = tracker.origin;
  await importFrom(tracker.origin);
  expect(tracker.asked.filter((path) => path.startsWith('/repositories/7')).length).toBeGreaterThan(0);
});

test('a page of which only a part arrives is read again', async () => {
  const { origin, asked } = await startTracker((request, response) => {
    if (asked.length > 1) return void response.end('[]');
    response.writeHead(200, { 'content-length': '100' }).write('[');
    setTimeout(() => request.socket.destroy(), 50);
  });
  const { stderr } = await importFrom(origin);
  expect(stderr).toContain('Waiting 1 s: GitHub does not answer');
  expect(asked[1]).toBe(asked[0]);
});

test('a secondary limit of GitHub is waited for, as long as it says or else a minute', async () => {
  const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
  const { origin, asked } = await startTracker((_, response) => {
    const headers = asked.length === 1 ? { 'retry-after': '1' } : { 'x-ratelimit-remaining': '4000' };
    response.writeHead(403, headers).end(JSON.stringify({ message }));
  });
  const { child, says, ended } = await startImport(origin);
  await says(/Waiting 1 s: GitHub limits how much may be read/);
  await says(/Waiting 60 s: GitHub limits how much may be read/);
  child.kill();
  await ended;
  expect(asked).toHaveLength(2);
});
