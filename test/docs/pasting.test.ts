import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allOperations, webRegistry } from '../../shared/surface/registry.ts';
import { createBrowser } from '../support/browser.ts';
import { startDemoService } from '../support/demo-service.ts';
import { consent } from '../support/oauth.ts';
import type { OwnService } from '../support/service.ts';
import { sampled } from '../support/sampling.ts';
import { outside, pasted, unreachable, variablesFor } from './pasting-preparations.ts';
import { blocksOf, crawl, idsOf, linksOf, type ReadPage } from './docs-pages.ts';
import type { Demo } from '../../cli/core/demo-file.ts';

/** The examples of all pages, pasted into a shell beside a service with the demo workspace. */
let service: OwnService;
let demo: Demo;
let pages: ReadPage[];

beforeAll(async () => {
  ({ service, demo } = await startDemoService());
  Object.assign(pasted, { service, demo });
  await service.streamsIdle();
  pages = await crawl(service.baseUrl);
});
afterAll(() => service.stop());

const pageOf = (path: string): string => pages.find((page) => page.path === path)!.html;

/** What came of a pasted text: what it printed, and the statuses that its calls were answered with. */
interface Outcome {
  statuses: number[];
  printed: string;
}

/** Pastes texts into one new shell, after the first calls, with what only the reader has filled in. */
async function paste(texts: readonly string[], filled: Record<string, string> = {}): Promise<Outcome[]> {
  const begin = blocksOf(pageOf('/docs'), 'begin');
  const [token, call, variables, jqOfNode] = [
    'Your token',
    'Request with curl',
    'For all',
    'If you have Node',
  ].map((start) => begin.find(({ caption }) => caption.startsWith(start))!.text);
  const values = {
    'plt_pat_…': demo.tokens.admin,
    'https://…': 'https://inbox.plotline.test/',
    ...filled,
  };
  const script = [
    'set -u',
    `curl() { command curl -s -w '%{stderr}%{http_code}\\n' "$@"; }`,
    ...[jqOfNode!, `${token!}\n${call!}\n${variables!}`, ...texts].flatMap((text) => [
      text,
      String.raw`printf '\0'; printf '\0' >&2`,
    ]),
  ].join('\n');
  const filledIn = Object.entries(values).reduce((text, [gap, value]) => text.replaceAll(gap, value), script);
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', filledIn], { cwd: tmpdir() });
  const [printed, statusTexts] = [stdout.split('\0'), stderr.split('\0')];
  return [...texts.keys()].map((position) => ({
    statuses: statusTexts[position + 2]!.trim().split('\n').filter(Boolean).map(Number),
    printed: printed[position + 2]!,
  }));
}

/** Whether every call was answered with success, and everything in it: each item of a bulk operation has a status. */
const succeeded = ({ statuses, printed }: Outcome): boolean => {
  const inBulk = [...printed.matchAll(/"status":(\d+)/g)].map(([, status]) => Number(status));
  return statuses.length > 0 && [...statuses, ...inBulk].every((status) => status >= 200 && status < 300);
};

/** What is shown to be pasted for each of a tag's operations: deletions last, what was made last first. */
function examplesBelow(page: string): { id: string; command: string }[] {
  const shown = [...new Set(linksOf(pageOf(page)))]
    .filter((link) => link.startsWith(`${page}/`))
    .map((link) => {
      const id = link.slice(page.length + 1);
      const { text } = blocksOf(pageOf(link), id).find(({ caption }) => caption === 'Request with curl')!;
      return { id, command: text };
    });
  const deletes = ({ command }: { command: string }) => command.includes('-X DELETE');
  return [...shown.filter((one) => !deletes(one)), ...shown.filter(deletes).reverse()];
}

/** What makes something, which is the newest of its kind from then on. */
const makes = /^(create|add|bulkCreate|test)/;

/** What is made under a name that the reader chooses is made before it is read. */
const before: Record<string, string> = { getIdentityProvider: 'putIdentityProvider' };

/** Who has left a team joins it again, so that the rest of the page finds it. */
const after: Record<string, string> = { leaveTeam: 'joinTeam' };

/** What can be restored once it is deleted, and answers with 404 until the stream has brought it into the bin. */
const restores: Record<string, string> = {
  restoreComment: 'deleteComment',
  restoreRelation: 'deleteRelation',
  restoreStory: 'deleteStory',
};

/** The command, whose request is sent each second until its answer is no 404, for two minutes at most. */
const insistently = (command: string): string =>
  [
    '(curl() {',
    '  for TRY in $(seq 120); do',
    String.raw`    OUT=$(command curl -s -w '\n%{http_code}' "$@")`,
    '    STATUS=$(tail -n 1 <<< "$OUT")',
    '    [ "$STATUS" = 404 ] || break',
    '    sleep 1',
    '  done',
    '  sed \'$d\' <<< "$OUT"',
    '  echo "$STATUS" >&2',
    '}',
    `${command})`,
  ].join('\n');

/** Each needs a shell with a hundred commands. */
const tags = sampled('pasted pages', 6, [...new Set(allOperations.map(({ tag }) => tag))]);

test.each(tags)('%s: every example succeeds when all are pasted in the order of the page', async (tag) => {
  const page = `/docs/${tag.toLowerCase().replaceAll(' ', '-')}`;
  const variables = { id: 'variables', command: blocksOf(pageOf(page), 'variables')[0]?.text ?? '' };
  const outcomes: [string, Outcome][] = [];
  let steps = [variables];
  const run = async () => {
    const results = await paste(steps.map(({ command }) => command));
    outcomes.push(...steps.map(({ id }, position) => [id, results[position]!] as [string, Outcome]));
    steps = [variables];
  };
  const examples = examplesBelow(page).filter(({ id }) => !unreachable.has(id));
  for (const example of examples) {
    if (outside[example.id]) {
      await run();
      await outside[example.id]!();
    }
    const own = await variablesFor[example.id]?.();
    if (own !== undefined) {
      steps.push({ ...example, command: `(${own}\n${example.command}\n)` });
      continue;
    }
    const { id, command } = example;
    steps.push(...examples.filter((one) => one.id === before[id] || one.id === restores[id]));
    steps.push({ id, command: restores[id] ? insistently(command) : command });
    steps.push(...examples.filter(({ id }) => id === after[example.id]));
    if (makes.test(example.id)) steps.push(variables);
  }
  await run();
  const failed = outcomes.filter(([id, outcome]) => id !== 'variables' && !succeeded(outcome));
  expect(failed.map(([id, { statuses, printed }]) => [id, statuses, printed])).toEqual([]);
});

test('expressions that read answers mean the same to jq and to the program that replaces it', () => {
  const lines = pages.flatMap(({ html }) => blocksOf(html, 'variables').map(({ text }) => text));
  const filters = lines.flatMap((text) => [...text.matchAll(/'(\.[^']*)'/g)].map(([, filter]) => filter!));
  expect(filters.length).toBeGreaterThan(20);
  for (const filter of filters) expect(filter).toMatch(/^(\.[a-zA-Z]+(\[\d+\])?)+$/);
});

test('the program that replaces jq reads the filter behind an option, and without one', async () => {
  const replacement = blocksOf(pageOf('/docs'), 'begin').at(-1)!.text;
  const reading = (filter: string) => `echo '{"data":[{"name":"Ada"}],"meta":{"none":null}}' | jq ${filter}`;
  const filters = ['-r .data[0].name', "'.data[0].name'", '.meta.none', '.data'];
  const script = [replacement, ...filters.map(reading)].join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-uc', script]);
  expect(stdout.trim().split('\n')).toEqual(['Ada', 'Ada', 'null', "[ { name: 'Ada' } ]"]);
});

test('a token that was made by hand calls the MCP endpoint, which answers as the page shows', async () => {
  const [ask, take] = blocksOf(pageOf('/docs/ai-clients'), 'getting-a-token-manually').map(
    ({ text }) => text,
  );
  const [asked] = await paste([`${ask!}\nprintf '%s\\n' "$CLIENT" "$VERIFIER"`]);
  const [address, client, verifier] = asked!.printed.trim().split('\n');
  const browser = createBrowser(service.baseUrl);
  await browser.submit(await browser.open('/sign-in'), '/sign-in', demo.user);
  const answer = await consent(browser, await browser.open(address!));

  const blocks = blocksOf(pageOf('/docs/mcp/sendMCPMessage'), 'sendMCPMessage');
  const known = `CLIENT=${client!}; VERIFIER=${verifier!}`;
  const textOf = (caption: string) => blocks.find((one) => one.caption === caption)!.text;
  const [taken, sent] = await paste([`${known}\n${take!}`, textOf('Request with curl')], {
    'CODE=…': `CODE=${answer.get('code')!}`,
  });
  expect([taken, sent].every((one) => succeeded(one!))).toBe(true);
  const shown = JSON.parse(textOf('Response 200'));
  const { result, ...rest } = JSON.parse(sent!.printed);
  expect(rest).toEqual({ jsonrpc: '2.0', id: 1 });
  expect(keysOf(result)).toEqual(keysOf(shown.result));
  expect(result.content[0].text).toContain(result.structuredContent.data[0].id);
});

/** The names in a value, level by level. */
const keysOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([key, inner]) => [key, keysOf(inner)])
    : typeof value;

/** What guides and the home show beside the operations. */
test('every other command succeeds when it is pasted', async () => {
  const described = new Set([...allOperations, ...Object.values(webRegistry).flat()].map(({ id }) => id));
  // What workflows send is tested with their steps, some of which are refused.
  const read = pages.filter(({ path }) => path !== '/docs/workflows');
  const commands = read.flatMap(({ path, html }) =>
    ['', ...idsOf(html)]
      .filter(
        (id) => !described.has(id) && !(path === '/docs/ai-clients' && id === 'getting-a-token-manually'),
      )
      .filter((id) => !['variables', 'begin'].includes(id))
      .flatMap((id) => blocksOf(html, id))
      .filter(({ text }) => text.includes('curl '))
      .map(({ text }) => ({ path, text })),
  );
  expect(new Set(commands.map(({ path }) => path)).size).toBeGreaterThan(1);
  const filled = { 'PORTAL=…': `PORTAL=${demo.portalSlug}` };
  const outcomes = await paste(
    commands.map(({ text }) => text),
    filled,
  );
  const all = outcomes.map((outcome, position) => ({ ...commands[position]!, ...outcome }));
  expect(all.filter(({ statuses }) => statuses.some((status) => status >= 400))).toEqual([]);
  const [again] = all.filter(({ text }) => text.includes('If-None-Match'));
  expect(again!.statuses).toEqual([200, 304]);
});

/** More than this is not read beside a guide: ten stories that move, each with its explanation, are three pages. */
const PRINTED_MAX = 20_480;

/** Shell lines that wait, for a minute at most, until a command prints something else than it did, or than nothing. */
const waitFor = (command: string, filter: string, before = '""'): string =>
  `for I in $(seq 120); do NOW=$(${command} | jq -r ${filter})
    [ "$NOW" != null ] && [ "$NOW" != ${before} ] && break; sleep 0.5; done`;

test('the commands of the guide to planning print what it says, and no more than the token may read', async () => {
  const blocks = ['automatic-sprints', 'schedule', 'preview-of-a-change', 'forecasts']
    .flatMap((id) => blocksOf(pageOf('/docs/planning'), id))
    .filter(({ text }) => text.includes('curl '));
  const textOf = (caption: string) => blocks.find((one) => one.caption === caption)!.text;
  const EXPLAINED = 'Moments later: when the story is planned, and why';
  const placed = '.data.startDate';
  // A reader looks again until it is there: plans and sprints follow a change within seconds.
  const first: Record<string, string> = {
    'The sprints, moments later': waitFor(textOf('The sprints, moments later'), "'.data[0].id'"),
    'Your next blocks, moments later, with the reason for each': waitFor(textOf(EXPLAINED), placed),
    'Make that change': `BEFORE=$(${textOf(EXPLAINED)} | jq -r ${placed})`,
    [EXPLAINED]: waitFor(textOf(EXPLAINED), placed, '"$BEFORE"'),
  };
  const outcomes = await paste(
    blocks.map(({ caption, text }) => (first[caption] ? `${first[caption]}\n${text}` : text)),
  );
  const printed = new Map(blocks.map(({ caption }, at) => [caption, outcomes[at]!.printed.trim()]));
  const quiet = ['You and a team'];
  const toFile = blocks.filter(({ text }) => / > \S+\.svg/.test(text)).map(({ caption }) => caption);
  for (const [caption, text] of printed) {
    const isQuiet = [...quiet, ...toFile].includes(caption);
    expect(text.length > 0, `${caption}: ${text}`).toBe(!isQuiet);
    expect(text.length, caption).toBeLessThanOrEqual(PRINTED_MAX);
  }
  const answer = (caption: string) => JSON.parse(printed.get(caption)!).data;
  const week = answer('Your next blocks, moments later, with the reason for each');
  expect(week).not.toEqual([]);
  expect(answer('The sprints, moments later')).not.toEqual([]);
  const { moved } = answer('What slips if the tenth story were due today');
  const tenth = moved.find(({ title }: { title: string }) => title === 'Step 10');
  expect(tenth.after.startDate < tenth.before.startDate).toBe(true);
  expect(answer(EXPLAINED).startDate < tenth.before.startDate).toBe(true);
});
