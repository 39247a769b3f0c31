import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isServed } from '../../../infra/local/storage/buckets.ts';
import type { RunningNote } from '../../../cli/core/running-note.ts';
import { requestSigner } from '../../../shared/kernel/aws/request-signer.ts';
import { sharedService } from '../../support/service.ts';
import { signedFetch } from '../../support/signed-fetch.ts';
import { startFixture } from './support.ts';
import { spawnRunner } from './runner-process.ts';

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

interface Asked {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends what a page's browser might, which lets no program choose Host or Origin. */
function ask(port: number, isTls: boolean, { method = 'GET', path = '/', headers = {}, body }: Asked) {
  return new Promise<Answer>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, headers, agent: false as const };
    const sent = isTls
      ? httpsRequest({ ...options, rejectUnauthorized: false, servername: 'inbox.plotline.test' })
      : httpRequest(options);
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: text }),
      );
    });
    sent.end(body);
  });
}

/** A process with all that it started, and they in turn. */
function treeOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, ppid] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
        return [[Number(name), Number(ppid)] as const];
      } catch {
        return [];
      }
    });
  const found = [pid];
  for (const one of found) found.push(...parents.filter(([, ppid]) => ppid === one).map(([child]) => child));
  return found;
}

/** The TCP ports that a process tree listens at, in this machine's own network. */
function portsOf(pid: number): number[] {
  const listening = new Map(
    ['tcp', 'tcp6'].flatMap((table) =>
      readFileSync(`/proc/self/net/${table}`, 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .filter((fields) => fields[3] === '0A')
        .map((fields) => [fields[9]!, Number.parseInt(fields[1]!.split(':')[1]!, 16)] as const),
    ),
  );
  const inodes = treeOf(pid).flatMap((one) => {
    const folder = `/proc/${one}/fd`;
    return readdirSync(folder).flatMap((fd) => {
      try {
        const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(join(folder, fd))) ?? [];
        return inode === undefined ? [] : [inode];
      } catch {
        return [];
      }
    });
  });
  return inodes.flatMap((inode) => listening.get(inode) ?? []);
}

/** What an attacker asks each kind of server for. */
const targets = ['DynamoDB_20120810.ListTables', 'secretsmanager.GetSecretValue', 'AmazonSQS.ListQueues'];
const services: Record<string, string> = {
  dynamodb: targets[0]!,
  secretsmanager: targets[1]!,
  sqs: targets[2]!,
  s3: '',
  ses: '',
  cloudfront: '',
};
const FOREIGN = 'https://evil.example';

describe.runIf(process.platform === 'linux')('every port that npm start listens at', () => {
  let home: string;
  let note: RunningNote;
  let ports: number[];
  let pages: number[];
  let emulated: number[];
  let tls: number;
  let stop: () => void;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'plotline-test-'));
    const runner = await spawnRunner(home, {}, [process.execPath], sharedService().assembly);
    await runner.baseUrl;
    stop = () => runner.child.kill('SIGKILL');
    note = JSON.parse(readFileSync(join(home, 'running.json'), 'utf8')) as RunningNote;
    ports = portsOf(runner.child.pid!);
    const known = [note.dynamodbEndpoint, note.queues?.endpoint, note.buckets?.endpoint];
    known.push(note.secrets?.endpoint, note.cloudFront);
    const portOf = (url: string | undefined) => Number(new URL(url!).port);
    emulated = known.map(portOf);
    // Those that the note does not name: mails, the edge, and the receiver of webhooks, which has TLS.
    const others = ports.filter((port) => ![...emulated, portOf(note.baseUrl)].includes(port));
    const kinds = await Promise.all(
      others.map(async (port) => {
        const answer = await ask(port, false, { headers: { host: '127.0.0.1' } }).catch(() => undefined);
        return { port, status: answer?.status };
      }),
    );
    tls = kinds.find(({ status }) => status === undefined)!.port;
    emulated.push(...kinds.filter(({ status }) => status === 403).map(({ port }) => port));
    pages = ports.filter((port) => !emulated.includes(port) && port !== tls);
  });

  afterAll(() => {
    stop();
    rmSync(home, { recursive: true, force: true });
  });

  test('is an emulated service with a guard, the receiver, or pages: the engine has none', () => {
    expect(new Set(ports)).toEqual(new Set([...emulated, ...pages, tls]));
    // Database, queues, buckets, secrets, CloudFront and mails; the API and the edge.
    expect([emulated.length, pages.length, ports.length]).toEqual([6, 2, 9]);
  });

  test('tells no page of another site that it may read or write', async () => {
    const preflight = {
      method: 'OPTIONS',
      headers: {
        host: '127.0.0.1',
        origin: FOREIGN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-amz-target,authorization,content-type',
      },
    };
    const paths = ['/', '/_local/mail.json', '/_local/inbox/clear'];
    paths.push(...Object.values(note.buckets!.names).map((bucket) => `/${bucket}`));
    for (const port of ports) {
      for (const path of paths) {
        for (const origin of [FOREIGN, 'null', 'http://localhost:8080', 'http://127.0.0.1:1']) {
          const headers = { ...preflight.headers, origin };
          const answer = await ask(port, port === tls, { ...preflight, headers, path });
          expect([port, path, origin, answer.headers['access-control-allow-origin']]).toEqual([
            port,
            path,
            origin,
            undefined,
          ]);
        }
      }
    }
  });

  test('serves no name that was rebound to this machine', async () => {
    for (const port of [...emulated, tls]) {
      for (const target of targets) {
        const headers = { host: `evil.example:${port}`, 'x-amz-target': target, authorization: 'any' };
        const answer = await ask(port, port === tls, { method: 'POST', headers, body: '{}' });
        expect([port, answer.status]).toEqual([port, 421]);
      }
    }
    for (const port of pages) {
      const local = ['/_local/mail.json', '/_local/inbox.json', '/_local/demo', '/%5Flocal/mail.json'];
      const public_ = ['/', '/docs', '/openapi.json', '/readiness', '/sign-in', '/mcp', '/api/v1/me'];
      for (const path of [...local, ...public_, `http://127.0.0.1:${port}/docs`]) {
        for (const host of [
          'evil.example',
          `evil.example:${port}`,
          '127.0.0.1.evil.example',
          'test',
          'a.test.example',
        ]) {
          const answer = await ask(port, false, { path, headers: { host } });
          expect([port, path, host, answer.status]).toEqual([port, path, host, 421]);
        }
      }
    }
  });

  test('lets no other site write through its own pages', async () => {
    for (const headers of [{ origin: FOREIGN }, { origin: 'null' }, { 'sec-fetch-site': 'same-site' }]) {
      for (const path of ['/_local/mail/clear', '/_local/inbox/clear', '/_local/mail/inbound']) {
        for (const port of pages) {
          const { host } = new URL(note.baseUrl);
          const answer = await ask(port, false, {
            method: 'POST',
            path,
            headers: { host, ...headers },
            body: 'a',
          });
          expect([path, [403, 404].includes(answer.status)]).toEqual([path, true]);
        }
      }
    }
  });

  test('asks for a signature with the credentials of this start', async () => {
    expect(note.credentials!.secretAccessKey).toMatch(/^[\w-]{43}$/);
    for (const port of emulated) {
      for (const [service, target] of Object.entries(services)) {
        const host = `127.0.0.1:${port}`;
        const headers = { host, 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target };
        const signed = (secretAccessKey: string, accessKeyId = note.credentials!.accessKeyId) =>
          requestSigner(service)(
            { headers, body: '{}' },
            { credentials: { accessKeyId, secretAccessKey }, region: 'us-east-1', now: new Date() },
          );
        const right = signed(note.credentials!.secretAccessKey);
        const forged = [
          headers,
          {
            ...headers,
            authorization: 'AWS4-HMAC-SHA256 Credential=local/x, SignedHeaders=host, Signature=0',
          },
          signed('local'),
          signed(''),
          { ...right, authorization: right['authorization']!.replace(/.$/, (c) => (c === '0' ? '1' : '0')) },
          // Signed, but not what was signed.
          { ...right, 'x-amz-target': 'DynamoDB_20120810.DeleteTable' },
        ];
        for (const wrong of forged) {
          const answer = await ask(port, false, { method: 'POST', headers: wrong, body: '{}' });
          expect([port, service, answer.status]).toEqual([port, service, 403]);
        }
        const other = await ask(port, false, { method: 'POST', headers: right, body: '{"a":1}' });
        expect([port, service, other.status]).toEqual([port, service, 403]);
      }
    }
  });

  test('writes nothing outside of its buckets', async () => {
    const { endpoint, names } = note.buckets!;
    const bucket = names['Attachments']!;
    const { port } = new URL(endpoint);
    const unheard: Record<string, number> = { GET: 404, PUT: 400, DELETE: 204 };
    const escapes = ['../../../x', '..%2f..%2f..%2fx', '%2e%2e/%2e%2e/%2e%2e/x', 'a/../../../../x', '..%5cx'];
    for (const escape of escapes) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        for (const query of ['', '?tagging']) {
          const path = `/${bucket}/${escape}`;
          const { host } = new URL(endpoint);
          const headers = requestSigner('s3')(
            { method, path, headers: { host }, body: '' },
            { credentials: note.credentials!, region: 'us-east-1', now: new Date() },
          );
          const answer = await ask(Number(port), false, { method, path: `${path}${query}`, headers });
          // The signature is of the path without a query.
          expect([method, path, answer.status]).toEqual([method, path, query ? 403 : unheard[method]]);
        }
      }
    }
    const outside = [join(home, 'x'), join(dirname(home), 'x'), join(home, 'buckets', 'x')];
    expect(outside.filter((file) => existsSync(file))).toEqual([]);
  });
});

test('a name that the user has chosen for this machine is served, and so is one that no one can own', async () => {
  const local = await startFixture({ hosts: { 'plan.acme.dev': 8443 } });
  onTestFinished(local.stop);
  const { port } = new URL(local.baseUrl);
  const statusAt = async (host: string, path = '/misc/plain') =>
    (await ask(Number(port), false, { path, headers: { host: `${host}:${port}` } })).status;
  for (const host of ['plan.acme.dev', 'Plan.Acme.dev', 'ideas.acme.test', 'ideas.localhost', 'localhost'])
    expect([host, await statusAt(host)]).toEqual([host, 200]);
  expect(await statusAt('plan.acme.dev', '/_local/mail.json')).toBe(200);
  expect(await statusAt('ideas.acme.test', '/_local/mail.json')).toBe(421);
  for (const host of ['acme.dev', 'evil.plan.acme.dev', 'plan.acme.dev.evil.example'])
    expect([host, await statusAt(host)]).toEqual([host, 421]);
});

test('a request that is signed for one service is none for another', async () => {
  const local = await startFixture();
  onTestFinished(local.stop);
  const headers = { 'x-amz-target': 'secretsmanager.GetSecretValue' };
  const send = (service: string) => signedFetch(service, local.secretsEndpoint, { headers, body: '{}' });
  expect([(await send('sqs')).status, (await send('secretsmanager')).status]).toEqual([403, 400]);
});

test.each([
  '',
  '.',
  '..',
  '/a',
  'a/',
  'a//b',
  './a',
  'a/./b',
  '../a',
  'a/../b',
  'a\\b',
  'a\0b',
  `a/${'n'.repeat(201)}`,
])('the key %j is no path below a bucket', (key) => {
  expect(isServed(key)).toBe(false);
});
