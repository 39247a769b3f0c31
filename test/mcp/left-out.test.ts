import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { tools } from '../../shared/surface/mcp/tools.ts';
import { switchIntakeOn } from '../triage/triage-api.ts';
import { dataOf } from '../stories/story-api.ts';
import { fieldApi } from '../custom-fields/field-api.ts';
import { createStoryAs, newWorkspace } from '../support/workspace.ts';
import { actsIn, type Act } from './matrix/acts.ts';
import { connectedClient, type McpClient } from './mcp-client.ts';

/**
 * Whoever sees only the text of a result knows everything that the structured result says, or that it is left out. What
 * counts as said is written here a second time: a value in the text, or the name in place of an id.
 */
let client: McpClient;
let acts: Act[];

beforeAll(async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const owner = await workspace.person('admin', [team]);
  const leaver = await workspace.person('member', []);
  client = await connectedClient(owner);
  const cadence = { enabled: false, lengthWeeks: 2, startsOn: 'monday', timeZone: 'UTC' };
  await owner.client.request('PUT', `${workspace.path}/teams/${team.id}/sprint-cadence`, { body: cadence });
  await switchIntakeOn(workspace, owner.client, team);
  await owner.client.request('POST', `${workspace.path}/teams/${team.id}/triage-address`);
  const field = await fieldApi(workspace, owner.client).create({ name: 'Severity' });
  const story = await createStoryAs(owner.client, workspace, {
    teamId: team.id,
    title: 'With everything that a story has',
    description: 'A description\nof two lines',
    assigneeId: owner.id,
    estimateValue: 3,
    priority: 'high',
    endDate: '2031-01-07',
    customFields: { [field.key]: 'bad' },
  });
  const of = `${workspace.path}/stories/${story.id}`;
  dataOf(await owner.client.post(`${of}/links`, { url: 'https://example.com/1', title: 'A document' }), 201);
  const call = (tool: string, args: object): Act => {
    return { tool, says: `${tool} of a full story`, args, operations: [], inTeam: true };
  };
  const said = { story: story.reference, content: 'A comment', idempotencyKey: randomUUID() };
  const root = (await client.use('save_comment', said)).data;
  await client.use('save_comment', { ...said, parentId: root.id, idempotencyKey: randomUUID() });
  acts = [
    ...(await actsIn({ workspace, team, owner, leaver: leaver.id }, owner.id)),
    call('claim_story', { story: story.reference }),
    call('list_comments', { story: story.reference }),
    call('get_story', { story: story.reference }),
    call('list_stories', { teamId: team.id, filter: 'priority:high' }),
    call('search', { q: 'everything' }),
    call('analyze_work', { teamId: team.id }),
    call('list_members', { openWork: true }),
  ];
});

test('the text of every tool says what the structured result does, or that a list leaves it out', async () => {
  const unsaid: string[] = [];
  for (const { tool, args, says } of acts) {
    const { content, structuredContent } = await client.callTool(tool, args);
    const text = String(content[0].text);
    const leftOut = /^Left out: ([^.]*)\./m.exec(text)?.[1]?.split(', ') ?? [];
    const { data, common } = structuredContent;
    for (const [path, value, item] of [...leavesOf(data), ...leavesOf(common)]) {
      const isSaid =
        path.some((name) => leftOut.includes(name) || leftOut.includes(nameFields[name] ?? name)) ||
        isUnchanged(text, path) ||
        isIn(text, path.at(-1)!, value, item);
      if (!isSaid) unsaid.push(`${says}: ${path.join('.')} ${value}`);
    }
    // What is not there needs no mark.
    const names = [data, common].flatMap((one) => [...leavesOf(one)]).flatMap(([path]) => path);
    expect(leftOut.filter((name) => !names.includes(name.split('.').at(-1)!))).toEqual([]);
  }
  expect(unsaid).toEqual([]);
  const called = new Set(acts.map(({ tool }) => tool));
  expect(tools.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
});

/** A day or a week on which nothing happened, which the heading of the others says. */
const isUnchanged = (text: string, [name, field]: readonly string[]): boolean =>
  (name === 'burnDown' && text.includes('burnDown (days on which it changed):')) ||
  (name === 'throughput' && field === 'weekStartDate' && text.includes('throughput (weeks that had some):'));

type Leaf = [path: string[], value: string | number | boolean, item: Record<string, unknown>];

/** The plain values of a result with the names that lead there, and what each is a field of. */
function* leavesOf(data: unknown, path: string[] = []): Generator<Leaf> {
  if (typeof data !== 'object' || data === null) return;
  for (const [name, value] of Object.entries(data)) {
    const at = Array.isArray(data) ? path : [...path, name];
    const plain = Array.isArray(value) ? value.filter((one) => typeof one !== 'object') : [value];
    for (const one of plain) {
      if (['string', 'number', 'boolean'].includes(typeof one)) {
        yield [at, one as string, data as Record<string, unknown>];
      }
    }
    yield* leavesOf(value, at);
  }
}

/** Where the field for a name is not that of the id without `Id`. */
const nameFields: Readonly<Record<string, string>> = {
  labels: 'labelNames',
  leadUserId: 'lead',
  contributorIds: 'contributors',
  createdBy: 'creator',
};

function isIn(text: string, name: string, value: Leaf[1], item: Record<string, unknown>): boolean {
  const nothing = [
    ['origin', 'member'],
    ['origin', 'agent'],
    ['priority', 'none'],
    ['snippet', ''],
    // A flag that is not set needs no word in a row, nor in the answer to a change.
    [name, false],
  ];
  if (value === '' || nothing.some(([of, none]) => of === name && none === value)) return true;
  const inPlace = item[nameFields[name] ?? name.replace(/Id$/, '')];
  if (typeof inPlace === 'string' && /(Id|By)$/.test(name) && text.includes(inPlace)) return true;
  if (Array.isArray(inPlace) && inPlace.every((one) => text.includes(String(one)))) return true;
  // A span is said in days.
  if (/^(?:start|end)Date$/.test(name) && text.includes(String(value).slice(0, 10))) return true;
  if (typeof value === 'string') return value.split('\n').every((line) => text.includes(line));
  const unit = name === 'size' ? 'bytes' : name;
  const forms = [`${name} ${value}`, `"${name}":${value}`, `${value} ${unit}`];
  return forms.some((form) => text.includes(form));
}
