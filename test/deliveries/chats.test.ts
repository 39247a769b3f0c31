import { beforeEach, describe, expect, test } from 'vitest';
import type { ChatName } from '../../shared/events/destinations/destination.ts';
import type { StoredWebhook } from '../../shared/events/webhooks/webhook.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import type { ItemChange } from '../../shared/kernel/db/stream-record.ts';
import { statusesOf, toStatus } from '../../shared/identity/status/status-store.ts';
import type { StoredComment } from '../../shared/planning/comments/comment.ts';
import { putComment } from '../../shared/planning/comments/comment-store.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { newPipeline, type TestPipeline } from '../support/pipeline.ts';
import { linesOf, readSlack, readTeams } from './chat-services.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const addresses = {
  slack: 'https://hooks.slack.com/services/T0/B0/secret-of-slack',
  teams: 'https://acme.0c.environment.api.powerplatform.com/powerautomate/x?sig=secret-of-teams',
};

let path: TestPipeline;
beforeEach(async () => void (path = await newPipeline()));

/** An endpoint that sends to a chat. */
const newChat = (kind: ChatName = 'slack', fields: Partial<StoredWebhook> = {}) =>
  path.endpoint(
    {
      url: 'https://hooks.slack.com/...0123456789ab',
      destination: {
        kind,
        url: 'https://hooks.slack.com/...0123456789ab',
        pagesUrl: 'https://plan.acme.dev',
      },
      ...fields,
    },
    addresses[kind],
  );

/** A story that was created, and changes of it: each sets some fields. */
function newStory(title = 'Fix the login') {
  const id = newId(path.clock.now());
  const at = path.clock.now().toISOString();
  let fields: Partial<Story> = { id, title, reference: 'ENG-12', statusId: id, createdAt: at };
  let last: ItemChange = path.storyCreated(fields);
  return {
    id,
    created: last,
    changed(next: Partial<Story>): ItemChange {
      path.clock.advance(1);
      fields = { ...fields, ...next };
      const { after, ...change } = path.storyCreated(fields);
      last = { ...change, before: last.after!, after: after! };
      return last;
    },
  };
}

/** The change that the stream delivers for a comment. */
function commentOn({ id: storyId }: { id: string }, content: string): ItemChange {
  path.clock.advance(1);
  const at = path.clock.now().toISOString();
  const id = newId(path.clock.now());
  const comment = {
    id,
    storyId,
    parentId: null,
    authorId: path.owner.id,
    content,
    createdAt: at,
    updatedAt: at,
  };
  const change = putComment(comment as StoredComment, {
    workspaceId: path.workspace.id,
    teamId: path.team.id,
  });
  const after = 'put' in change ? change.put : undefined;
  return { sequenceNumber: id, at: path.clock.now(), key: { pk: after!.pk, sk: after!.sk }, after: after! };
}

const said = () => path.received.map(({ body }) => readSlack(body).text);

describe('a chat is sent', () => {
  test('a message about a story, to its whole address, unsigned', async () => {
    const { id } = await newChat();
    const story = newStory();
    await path.dispatch([story.created]);
    await path.drain();

    const [one, ...others] = path.received;
    expect(others).toEqual([]);
    expect(one).toMatchObject({ url: addresses.slack, limits: { timeoutMs: 15_000 } });
    expect(Object.keys(one!.headers).sort()).toEqual(['content-type', 'user-agent']);
    expect(readSlack(one!.body)).toMatchObject({
      text: 'ENG-12 Fix the login: Plotline created it.',
      blocks: [
        {},
        {},
        { elements: [{ text: `<https://plan.acme.dev/stories/${story.id}|Open in Plotline>` }] },
      ],
    });
    expect(await path.deliveries(id)).toMatchObject([
      { status: 'delivered', attempts: [{ responseStatus: 200, error: null }] },
    ]);
  });

  test('a card, in Teams', async () => {
    const { id } = await newChat('teams');
    path.answer(() => ({ status: 202 }));
    await path.dispatch([newStory().created]);
    await path.drain();
    const [one] = path.received;
    expect(one!.url).toBe(addresses.teams);
    expect(linesOf(readTeams(one!.body))).toEqual(['ENG-12 Fix the login', 'Plotline created it.']);
    expect(await path.deliveries(id)).toMatchObject([{ status: 'delivered' }]);
  });

  test('what changed, with names', async () => {
    await newChat();
    const read = createReader(path.pipeline.database);
    const items = await read.query({ index: 'list', partition: statusesOf(path.team.id), limit: 10 });
    const done = items.map(toStatus).find(({ category }) => category === 'completed')!;
    const member = await path.workspace.person('member', [path.team]);
    const story = newStory();
    const change = story.changed({ statusId: done.id, assigneeId: member.id, priority: 'high', labels: [] });
    await path.dispatch([change]);
    await path.drain();
    const [text] = said();
    expect(text).toMatch(/^ENG-12 Fix the login: Plotline /);
    expect(text).toContain(`moved it to ${done.name}`);
    expect(text).toMatch(/assigned it to \w/);
    expect(text).toContain('changed its priority');
  });

  test('no values, if its payload is thin', async () => {
    await newChat('slack', { payload: 'thin' });
    const story = newStory('A secret');
    await path.dispatch([story.changed({ title: 'Another secret', description: 'A secret, too' })]);
    await path.drain();
    expect(said()).toEqual(['A story: It was updated (title, description).']);
    expect(JSON.stringify(path.received)).not.toMatch(/secret(?!-of)/);
  });
});

describe('of a story, a chat is sent', () => {
  test('one message in a minute, and what happened in between in the next', async () => {
    const { id } = await newChat();
    const story = newStory();
    await path.dispatch([story.created]);
    await path.drain();
    path.clock.advance(SECOND);
    await path.dispatch([story.changed({ title: 'Fix the logout' })]);
    await path.drain();
    await path.dispatch([story.changed({ description: 'Why' }), story.changed({ endDate: '2100-02-01' })]);
    await path.drain();
    expect(said()).toEqual(['ENG-12 Fix the login: Plotline created it.']);

    await path.pass(2 * MINUTE);
    expect(said().slice(1)).toEqual([
      'ENG-12 Fix the logout: Plotline renamed it. Plotline changed its description. Plotline changed its end date.',
    ]);
    const deliveries = await path.deliveries(id);
    expect(deliveries.map(({ status, attemptCount }) => [status, attemptCount])).toEqual(
      deliveries.map(() => ['delivered', 1]),
    );
    expect(deliveries).toHaveLength(4);
  });

  test('each change, however many there are, in messages with a minute between them', async () => {
    await newChat();
    const story = newStory();
    const changes = Array.from({ length: 50 }, (_, n) => story.changed({ description: `Why ${n}` }));
    await path.dispatch([story.created, ...changes]);
    await path.drain();
    await path.pass(10 * MINUTE, SECOND * 10);
    const activities = said().flatMap((text) => text.match(/changed its description|created it/g) ?? []);
    expect(activities).toHaveLength(51);
    const times = path.received.map(({ at }) => at);
    for (const [n, at] of times.slice(1).entries()) expect(at - times[n]!).toBeGreaterThanOrEqual(MINUTE);
    expect(times.length).toBeLessThan(6);
  });

  test('comments on it in its messages, with the page of the comment when it is alone', async () => {
    await newChat();
    const story = newStory();
    const comments = ['One', 'Two', '@here is three'].map((content) => commentOn(story, content));
    await path.dispatch([commentOn(story, 'First')]);
    await path.drain();
    expect(path.received[0]!.body).toContain(`/stories/${story.id}?comment=`);
    await path.dispatch(comments);
    await path.drain();
    await path.pass(2 * MINUTE);
    expect(path.received).toHaveLength(2);
    expect(said()[1]).toBe(
      'A story: Plotline commented: “One” Plotline commented: “Two” Plotline commented: “@\u2060here is three”',
    );
  });

  test('messages about other stories at once', async () => {
    await newChat();
    const stories = Array.from({ length: 12 }, (_, n) => newStory(`Story ${n}`));
    await path.dispatch(stories.map(({ created }) => created));
    await path.drain();
    expect(path.received).toHaveLength(12);
  });

  test('what was left out of a message whose attempt failed', async () => {
    const { id } = await newChat();
    const story = newStory();
    path.answer(() => ({ status: path.received.length === 1 ? 500 : 200 }));
    await path.dispatch([story.created, story.changed({ title: 'New' })]);
    await path.drain();
    await path.pass(5 * MINUTE, 5 * SECOND);
    expect(said().slice(1).join(' ')).toContain('renamed it');
    expect(said().slice(1).join(' ')).toContain('created it');
    expect(new Set((await path.deliveries(id)).map(({ status }) => status))).toEqual(new Set(['delivered']));
  });
});

describe('a chat is not sent', () => {
  test('what its owner may no longer see when the message is sent, nor what was to be joined', async () => {
    const other = await path.workspace.person('admin', [path.team]);
    const { id } = await newChat('slack', { ownerId: other.id });
    const story = newStory();
    await path.dispatch([story.created]);
    await path.drain();
    await path.dispatch([story.changed({ title: 'Private' })]);
    await path.drain();
    const place = { workspaceId: path.workspace.id, teamId: path.team.id, principalId: other.id };
    await path.workspace.operator.leaveTeam(place);
    await path.pass(2 * MINUTE);
    expect(said()).toHaveLength(1);
    expect((await path.deliveries(id)).map(({ status }) => status).sort()).toEqual(['delivered', 'dropped']);
  });

  test('what its filters leave out', async () => {
    await newChat('slack', { changedFields: ['statusId'] });
    const story = newStory();
    await path.dispatch([story.changed({ title: 'New' })]);
    await path.drain();
    expect(path.received).toEqual([]);
  });
});

describe('when a chat refuses a message', () => {
  test('for now, it is sent again, not before it asked for', async () => {
    const { id } = await newChat();
    path.answer(() =>
      path.received.length === 1
        ? { status: 429, headers: { 'retry-after': '90' }, body: Buffer.from('rate_limited') }
        : { status: 200 },
    );
    await path.dispatch([newStory().created]);
    await path.drain();
    expect(await path.deliveries(id)).toMatchObject([
      {
        status: 'retrying',
        attempts: [{ responseStatus: 429, error: 'Slack responded with 429 (rate_limited).' }],
      },
    ]);
    await path.pass(5 * MINUTE, 10 * SECOND);
    const [first, second] = path.received.map(({ at }) => at) as [number, number];
    expect(second - first).toBeGreaterThanOrEqual(90 * SECOND);
    expect(path.received).toHaveLength(2);
  });

  test.each([
    ['slack', 404, 'no_service'],
    ['slack', 403, 'invalid_token'],
    ['slack', 410, 'channel_is_archived'],
    ['teams', 404, ''],
  ] as const)('for good, its endpoint is disabled: %s %d %s', async (kind, status, body) => {
    const { id } = await newChat(kind);
    path.answer(() => ({ status, body: Buffer.from(body) }));
    await path.dispatch([newStory().created]);
    await path.drain();
    expect((await path.webhook(id)).webhook).toMatchObject({ status: 'disabled', disabledReason: 'gone' });
    const [{ status: now, attempts }] = (await path.deliveries(id)) as any;
    expect([now, attempts[0].error]).toEqual(['held', expect.stringContaining(`${status}`)]);
  });
});
