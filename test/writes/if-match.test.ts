import { beforeAll, describe, expect, test } from 'vitest';
import { allOperations } from '../../shared/surface/registry.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newWorld, type Sample, type World } from './sample.ts';
import { sendWrite, writes, writeSamples } from './samples.ts';

/** The writes without a version in their body that take one in If-Match: stated here apart from their declarations. */
const conditional = [
  'archiveStory',
  'unarchiveStory',
  'deleteStory',
  'deleteComment',
  'deleteStoryLink',
  'deleteAttachment',
  'deleteTimeEntry',
  'deleteSprint',
  'deleteObjective',
  'deleteKeyResult',
  'deleteObjectiveUpdate',
  'archiveLabel',
  'unarchiveLabel',
  'archiveCustomField',
  'unarchiveCustomField',
  'archiveStatus',
  'unarchiveStatus',
  'deleteTeam',
  'deletePortal',
  'deleteFeedbackItem',
  'mergeFeedbackItem',
  'unmergeFeedbackItem',
  'deleteFeedbackUpdate',
  'publishFeedbackUpdate',
  'withdrawFeedbackUpdate',
  'updateWebhookSubscriptions',
  'enableWebhook',
  'disableWebhook',
  'rotateWebhookSecret',
  'deleteWebhook',
  'rotateHookSecret',
  'deleteHook',
  'deleteRule',
  'removeMember',
  'deleteServiceAccount',
  'deleteIdentityProvider',
  'deleteView',
  'deleteStoryTemplate',
  'deleteRecurringStory',
];

let world: World;

beforeAll(async () => {
  world = await newWorld();
});

const operationOf = (id: string) => writes.find((operation) => operation.id === id)!;

/** Reads the resource that a write changes: the path as far as its last parameter. */
async function readResource(id: string, { params, client }: Sample, headers: Record<string, string> = {}) {
  const { path } = operationOf(id);
  const place = path.slice(0, path.lastIndexOf('}') + 1);
  const reading = allOperations.find((one) => one.method === 'GET' && one.path === place)!;
  return await sendWrite(world, reading, { ...(params && { params }), ...(client && { client }) }, headers);
}

test('no other write declares If-Match', () => {
  const declared = writes.filter((operation) => operation.kind === 'resource' && operation.ifMatch);
  expect(declared.map(({ id }) => id).sort()).toEqual(conditional.toSorted());
});

describe.each(conditional)('%s', (id) => {
  test('is carried out on the version that was read, and leaves any other as it is', async () => {
    const sample = await writeSamples[id]!(world);
    const send = (tag: string) => sendWrite(world, operationOf(id), sample, { 'if-match': tag });
    const read = await readResource(id, sample);
    const etag = read.headers.get('etag')!;
    expect(etag).toContain(read.json.data.updatedAt);

    const refused = await send('"2001-01-01T00:00:00.000Z/older"');
    const { currentUpdatedAt, hint } = expectRefusal(refused, 409, 'version_conflict');
    expect(currentUpdatedAt).toBe(read.json.data.updatedAt);
    expect(hint).toContain('If-Match');
    expect((await readResource(id, sample, { 'if-none-match': etag })).status).toBe(304);

    const done = await send(etag);
    expect(done.status, done.text).toBe(operationOf(id).status);
  });
});

test('If-Match is refused where it has no effect, so that no write is mistaken for a conditional one', async () => {
  const others = { updateStory: 'expectedUpdatedAt', createLabel: 'leave it out' };
  for (const [id, hint] of Object.entries(others)) {
    const answer = await sendWrite(world, operationOf(id), await writeSamples[id]!(world), {
      'if-match': '"2001-01-01T00:00:00.000Z"',
    });
    expectBadFields(answer, ['header.If-Match']);
    expect(answer.json.error.hint.toLowerCase(), id).toContain(hint.toLowerCase());
  }
});

describe('the header If-Match', () => {
  const archive = async (tagOf: (updatedAt: string, etag: string) => string) => {
    const sample = await writeSamples['archiveStory']!(world);
    const { json, headers } = await readResource('archiveStory', sample);
    const tag = tagOf(json.data.updatedAt, headers.get('etag')!);
    return await sendWrite(world, operationOf('archiveStory'), sample, { 'if-match': tag });
  };

  test.each<[string, (updatedAt: string, etag: string) => string]>([
    ['updatedAt in quotes', (updatedAt) => `"${updatedAt}"`],
    ['any version', () => '*'],
    ['a tag that a cache made weak', (_, etag) => `W/${etag}`],
    ['one of several', (_, etag) => `"other", ${etag}`],
  ])('may be %s', async (_, tagOf) => {
    expect((await archive(tagOf)).status).toBe(200);
  });

  test('is refused if it is not a tag', async () => {
    expectBadFields(await archive((updatedAt) => updatedAt), ['header.If-Match']);
  });

  test('names the current version when many write at once, and one succeeds', async () => {
    const sample = await writeSamples['archiveStory']!(world);
    const { headers } = await readResource('archiveStory', sample);
    const tag = { 'if-match': headers.get('etag')! };
    const send = () => sendWrite(world, operationOf('archiveStory'), sample, tag);
    const statuses = (await Promise.all(Array.from({ length: 8 }, send))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  });

  test('is not compared again by a replay under an idempotency key', async () => {
    const sample = await writeSamples['archiveStory']!(world);
    const { headers } = await readResource('archiveStory', sample);
    const sent = { 'if-match': headers.get('etag')!, 'idempotency-key': 'the-same-key-for-both-0001' };
    const [first, again] = [
      await sendWrite(world, operationOf('archiveStory'), sample, sent),
      await sendWrite(world, operationOf('archiveStory'), sample, sent),
    ];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test('does not reveal the version to callers who cannot see the resource', async () => {
    const sample = await writeSamples['deleteStory']!(world);
    const { client } = await world.workspace.person('member');
    const answer = await sendWrite(
      world,
      operationOf('deleteStory'),
      { ...sample, client },
      { 'if-match': '"x"' },
    );
    expectRefusal(answer, 404, 'not_found');
  });
});
