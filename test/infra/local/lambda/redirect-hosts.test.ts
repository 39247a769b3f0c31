import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generate } from 'selfsigned';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { readFunctions } from '../../../../infra/local/lambda/functions.ts';
import { createResolver } from '../../../../infra/local/template/intrinsics.ts';
import { readLocalHosts } from '../../../../infra/local/runner/local-hosts.ts';
import { resourceValues } from '../../../../infra/local/template/resources.ts';
import { loadAssembly } from '../../../../infra/local/template/template.ts';
import { isPublicAddress } from '../../../../shared/kernel/net/public-address.ts';
import { spawnRunner } from '../runner-process.ts';
import { fixtureAssembly, startFixture, temporaryFolder } from '../support.ts';

const NOT_THERE = /^(AddressRefused|LookupFailed)$/;

/** A receiver with a certificate for another name, and what came to it. */
async function startReceiver() {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'elsewhere.example' }], {
    keyType: 'ec',
    algorithm: 'sha256',
  });
  const received: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = [];
  const server = createServer({ key, cert }, (request, response) => {
    received.push(request);
    response.end('got it');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, received };
}

const post = (url: string) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'hello' });

/** The code that AWS gets, of each function: its modules. */
function bundlesOf(assemblyDirectory: string) {
  const assembly = loadAssembly(assemblyDirectory);
  const resolver = createResolver(assembly, resourceValues({ baseUrl: '', queueUrl: () => '' }));
  return readFunctions(assembly, resolver).map(({ name, modulePath }) => {
    const folder = join(modulePath, '..');
    const files = readdirSync(folder).filter((file) => /\.m?js$/.test(file));
    return { name, modulePath, text: files.map((file) => readFileSync(join(folder, file), 'utf8')).join('') };
  });
}

describe('a name of PLOTLINE_LOCAL_HOSTS', () => {
  test('is found on this machine by a function, whatever its certificate says', async () => {
    const { port, received } = await startReceiver();
    const local = await startFixture({ hosts: { 'hooks.acme.dev': port } });
    onTestFinished(local.stop);
    const answer = await post(`${local.baseUrl}/outside/hooks.acme.dev`);
    const result = (await answer.json()) as { address: string };
    expect(result).toMatchObject({ status: 200, body: 'got it' });
    expect(isPublicAddress(result.address)).toBe(true);
    expect(received).toMatchObject([
      { method: 'POST', url: '/hook', headers: { host: 'hooks.acme.dev', 'content-type': 'text/plain' } },
    ]);
  });

  test('comes from the variable', async () => {
    const { port, received } = await startReceiver();
    const variable = { PLOTLINE_LOCAL_HOSTS: `hooks.acme.dev=127.0.0.1:${port}` };
    const runner = await spawnRunner(temporaryFolder(), variable);
    expect((await post(`${await runner.baseUrl}/outside/hooks.acme.dev`)).status).toBe(200);
    expect(received).toHaveLength(1);
  });

  test('leaves other names as they are', async () => {
    const { port, received } = await startReceiver();
    const local = await startFixture({ hosts: { 'hooks.acme.dev': port } });
    onTestFinished(local.stop);
    const other = await post(`${local.baseUrl}/outside/other.acme.test`);
    expect([other.status, await other.text()]).toEqual([502, expect.stringMatching(NOT_THERE)]);
    expect(received).toEqual([]);
  });
});

describe('the code that AWS gets', () => {
  test('does not resolve such a name', async () => {
    const bundle = bundlesOf(await fixtureAssembly()).find(({ name }) => name === 'outside')!;
    const { handler } = (await import(pathToFileURL(bundle.modulePath).href)) as {
      handler: (event: object) => Promise<{ statusCode: number; body: string }>;
    };
    process.env.PLOTLINE_LOCAL_HOSTS = 'hooks.plotline.test=127.0.0.1:9';
    onTestFinished(() => void delete process.env.PLOTLINE_LOCAL_HOSTS);
    for (const host of ['inbox.plotline.test', 'hooks.plotline.test']) {
      const { statusCode, body } = await handler({ pathParameters: { host } });
      expect([statusCode, body]).toEqual([502, expect.stringMatching(NOT_THERE)]);
    }
  });

  test('knows neither the variable nor the inbox', () => {
    const bundles = bundlesOf(inject('service').assembly);
    expect(bundles.length).toBeGreaterThan(4);
    for (const { name, text } of bundles) {
      expect([name, text.length > 1_000, /LOCAL_HOSTS|plotline\.test|\/_local\//.test(text)]).toEqual([
        name,
        true,
        false,
      ]);
    }
  });
});

describe('the variable', () => {
  test('names hosts and their ports', () => {
    expect(readLocalHosts('a.acme.dev=127.0.0.1:1, B.acme.dev=127.0.0.1:65535 ,')).toEqual({
      'a.acme.dev': 1,
      'b.acme.dev': 65_535,
    });
    expect([readLocalHosts(), readLocalHosts('')]).toEqual([{}, {}]);
  });

  test.each([
    ['hooks.acme.dev', 'which does not have that form'],
    ['hooks.acme.dev=8443', 'which does not have that form'],
    ['hooks.acme.dev=10.0.0.1:8443', 'which does not have that form'],
    ['https://hooks.acme.dev=127.0.0.1:8443', 'which does not have that form'],
    ['hooks.acme.dev=127.0.0.1:0', 'whose port is not from 1 to 65535'],
    ['hooks.acme.dev=127.0.0.1:65536', 'whose port is not from 1 to 65535'],
    ['localhost=127.0.0.1:8443', "and a webhook's URL must name a host on the public Internet"],
    ['10.1.2.3=127.0.0.1:8443', "and a webhook's URL must contain a host name, not an IP address"],
    ['inbox.plotline.test=127.0.0.1:8443', 'the name of the inbox, which is already served'],
    ['a.acme.dev=127.0.0.1:1,A.acme.dev=127.0.0.1:2', 'whose name is repeated'],
  ])('%s is refused with what to write', (text, reason) => {
    const entry = text.split(',').at(-1);
    expect(() => readLocalHosts(text)).toThrow(
      `PLOTLINE_LOCAL_HOSTS has "${entry}", ${reason}; write name=127.0.0.1:PORT, separated by commas, ` +
        'for example hooks.acme.dev=127.0.0.1:8443, or unset it.',
    );
  });

  test('with more names than there are addresses is refused', () => {
    const names = Array.from({ length: 251 }, (_, i) => `h${i}.acme.dev=127.0.0.1:1`);
    expect(() => readLocalHosts(names.join())).toThrow('has more than 240 names');
  });

  test('that is wrong ends the runner with a sentence', async () => {
    const runner = await spawnRunner(temporaryFolder(), { PLOTLINE_LOCAL_HOSTS: 'nonsense' });
    const { code, stderr } = await runner.ended;
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toContain('PLOTLINE_LOCAL_HOSTS has "nonsense"');
  });
});
