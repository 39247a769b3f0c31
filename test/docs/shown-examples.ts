import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { blocksOf, crawl, linksOf } from './docs-pages.ts';

/** The example of an operation in each language. */
export interface ShownExample {
  id: string;
  curl: string;
  typescript: string;
  python: string;
}

/** A request as an example sends it. */
export interface SentRequest {
  method: string;
  url: string;
  token?: string | undefined;
  body?: unknown;
}

/** What stands for a version that is read first. */
export const VERSION = '2026-11-20T12:00:00.000Z';

/** The examples of all operations, as readers find them. */
export async function readExamples(): Promise<ShownExample[]> {
  const pages = await crawl();
  const { html } = pages.find(({ path }) => path === '/docs/operations')!;
  const links = linksOf(html).filter((link) => /^\/docs\/[a-z-]+\/[A-Za-z]+$/.test(link));
  return [...new Set(links)].map((link) => {
    const id = link.split('/').at(-1)!;
    const blocks = blocksOf(pages.find(({ path }) => path === link)!.html, id);
    const textOf = (language: string) =>
      blocks.find(({ caption }) => caption === `Request with ${language}`)!.text;
    return { id, curl: textOf('curl'), typescript: textOf('TypeScript'), python: textOf('Python') };
  });
}

/** A value for each variable that examples use. */
export function valuesFor(examples: readonly ShownExample[]): Record<string, string> {
  const names = examples.flatMap(({ curl }) => curl.match(/(?<=\$)[A-Z_]+/g) ?? []);
  const valueOf = (name: string) =>
    name === 'RECEIVER' || name === 'CALENDAR' ? 'https://hooks.acme.dev/' : `value-of-${name.toLowerCase()}`;
  return Object.fromEntries(
    [...new Set(names)].filter((name) => name !== 'VERSION').map((name) => [name, valueOf(name)]),
  );
}

/** The request that the curl command of each example sends, by operation: a shell runs them with a curl that prints. */
export function sentByCurl(examples: readonly ShownExample[]): Map<string, SentRequest> {
  const script = [
    `pick() { echo ${VERSION}; }`,
    `curl() { case "$*" in *@-) set -- "$@" "$(cat)";; esac; printf '%s\\0' "$@"; printf '\\0'; }`,
    ...examples.map(({ curl }) => curl),
  ].join('\n');
  const printed = execFileSync('bash', ['-c', script], {
    // Some save what is answered.
    cwd: tmpdir(),
    env: { ...process.env, ...valuesFor(examples) },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const calls = printed.split('\0\0').slice(0, -1);
  return new Map(calls.map((call, position) => [examples[position]!.id, requestOf(call.split('\0'))]));
}

function requestOf(args: readonly string[]): SentRequest {
  const after = (flag: string) => args.flatMap((_, at) => (args[at - 1] === flag ? [args[at]!] : []));
  const [data] = after('-d');
  const text = data === '@-' ? after('@-')[0] : data;
  const [method = text === undefined ? 'GET' : 'POST'] = after('-X');
  const [, token] = /^Authorization: Bearer (.*)$/m.exec(after('-H').join('\n')) ?? [];
  const url = args.find((one) => one.startsWith('http'))!;
  return { method, url, token, body: text === undefined ? undefined : JSON.parse(text) };
}

/** The request of an example for comparisons: the last, since one before it can read a version. */
export function comparable(requests: readonly SentRequest[]): SentRequest {
  const { method, url, token, body } = requests.at(-1)!;
  return { method, url: decodeURIComponent(url), token: token || undefined, body: withoutKeys(body) };
}

/** A body without its idempotency keys, which are new in each request. */
const withoutKeys = (body: unknown): unknown =>
  body === undefined || body === null
    ? undefined
    : JSON.parse(JSON.stringify(body, (name, value: unknown) => (name === 'idempotencyKey' ? 'new' : value)));
