import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Comment } from '../../shared/planning/comments/comment.ts';
import { getCommentItem } from '../../shared/planning/comments/comment-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import type { Objective } from '../../shared/planning/objective/objective.ts';
import { getStoryItem } from '../../shared/planning/story/story-store.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { commentApi } from '../comments/comment-api.ts';
import { storyApi, type StoryApi } from '../stories/story-api.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { isWrite, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { planningApi, type PlanningApi } from '../support/planning.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

/**
 * What another does in the moment between a request's reads and its write, for each write whose condition keeps
 * the two apart. The proxy holds the write until the other is done, so that nothing depends on time.
 */
let service: WorkerService;
let proxy: DynamoDbProxy;
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let plan: PlanningApi;
let stories: StoryApi;

beforeAll(async () => {
  ({ service, proxy } = await workerService());
  workspace = await newWorkspace(service);
  team = await workspace.team();
  member = await workspace.person('admin', [team]);
  plan = planningApi(workspace, member.client);
  stories = storyApi(workspace, member.client);
});
/** What was done meanwhile, with what it found wrong. */
let acts: Promise<unknown>[];
beforeEach(() => {
  proxy.reset();
  acts = [];
});
afterEach(async () => {
  expect(proxy.meanwhile, 'the moment never came').toBeUndefined();
  await Promise.all(acts);
});

/** Has something done before the next write of which this is true, by default the very next. */
function beforeWrite(act: () => Promise<unknown>, matches: (body: any) => boolean = () => true): void {
  proxy.meanwhile = async (operation, body) => {
    if (!isWrite(operation) || !matches(body)) return;
    proxy.meanwhile = undefined;
    const done = act();
    acts.push(done);
    await done.catch(() => undefined);
  };
}

/** Whether a write deletes an item. */
const deletes = (body: any): boolean =>
  body.TransactItems?.some((item: object) => 'Delete' in item) ??
  (body.UpdateExpression === undefined && body.Item === undefined);

/** What is stored, past all rights. */
const stored = () => createReader(workspace.database);

describe('a key result', () => {
  let objective: Objective;
  const count = async () => (await plan.objectives.get(objective.id)).json.data.keyResultCount;
  const update = ({ id, updatedAt }: { id: string; updatedAt: string }, currentValue: number) =>
    plan.keyResults.update(id, { expectedUpdatedAt: updatedAt, currentValue });

  beforeAll(async () => {
    objective = await plan.objective(team);
  });

  test('that changes before another change is written retains the first, and the second reports a conflict', async () => {
    const keyResult = await plan.keyResult(objective);
    beforeWrite(() => update(keyResult, 10));
    const error = expectRefusal(await update(keyResult, 20), 409, 'version_conflict');
    const { data } = (await plan.keyResults.get(keyResult.id)).json;
    expect(data.currentValue).toBe(10);
    expect(error).toMatchObject({ currentUpdatedAt: data.updatedAt, changedFields: ['currentValue'] });
  });

  test('that is deleted before a change is written stays deleted', async () => {
    const keyResult = await plan.keyResult(objective);
    beforeWrite(() => plan.keyResults.delete(keyResult.id));
    expectRefusal(await update(keyResult, 20), 404, 'not_found');
    expectRefusal(await plan.keyResults.get(keyResult.id), 404, 'not_found');
  });

  test('that two delete at once is counted out once', async () => {
    const keyResult = await plan.keyResult(objective);
    const before = await count();
    beforeWrite(() => plan.keyResults.delete(keyResult.id));
    expectRefusal(await plan.keyResults.delete(keyResult.id), 404, 'not_found');
    expect(await count()).toBe(before - 1);
  });

  test('is not made for an objective that is deleted meanwhile', async () => {
    const gone = await plan.objective(team);
    const matches = (body: any) => body.TransactItems !== undefined;
    beforeWrite(() => plan.objectives.delete(gone.id), matches);
    const body = { objectiveId: gone.id, name: 'Late', measurementType: 'percentage' };
    expectBadFields(await plan.keyResults.send(body), ['objectiveId'], 'invalid_reference');
  });
});

describe('a story', () => {
  test('is not made below one that is deleted meanwhile', async () => {
    const parent = await stories.create({ teamId: team.id });
    beforeWrite(
      () => stories.delete(parent.id),
      (body) => body.TransactItems !== undefined,
    );
    const child = await stories.send({ title: 'Child', teamId: team.id, parentId: parent.id });
    expectBadFields(child, ['parentId'], 'invalid_reference');
  });

  test('is not made below one either whose deletion takes longer than the function waits for a call', async () => {
    const parent = await stories.create({ teamId: team.id });
    const deleteLate = async () => {
      await delay(3_000);
      return await stories.delete(parent.id);
    };
    beforeWrite(deleteLate, (body) => body.TransactItems !== undefined);
    const child = await stories.send({ title: 'Child', teamId: team.id, parentId: parent.id });
    expectBadFields(child, ['parentId'], 'invalid_reference');
  });
});

describe('a story being deleted', () => {
  test('has left its children when it is gone, also where the request ends there', async () => {
    const parent = await stories.create({ teamId: team.id });
    const child = await stories.create({ teamId: team.id, parentId: parent.id });
    let gone = false;
    proxy.fault = (operation, _, body) => {
      if (gone) return 'refuse';
      gone = isWrite(operation) && deletes(body);
      return undefined;
    };
    expectRefusal(await stories.delete(parent.id), 503, 'service_unavailable');
    proxy.reset();
    expectRefusal(await stories.get(parent.id), 404, 'not_found');
    expect((await stories.read(child.id)).parentId).toBeNull();
  });

  test('that another has deleted leaves nothing behind', async () => {
    const { id } = await stories.create({ teamId: team.id });
    beforeWrite(() => stories.delete(id));
    expectRefusal(await stories.delete(id), 404, 'not_found');
    expect(await getStoryItem(stored(), id)).toBeUndefined();
  });

  test('is closed again to comments after a change has opened it', async () => {
    const story = await stories.create({ teamId: team.id });
    const comments = commentApi(workspace, story.id, member.client);
    const late: Comment[] = [];
    const reopen = async () => {
      await stories.change(story, { title: 'Not yet' });
      late.push(await comments.create());
      // What another request begins now finds the story whole, not closed.
      beforeWrite(async () => {
        expectRefusal(await comments.send({ content: 'Too late' }), 409, 'conflict');
      }, deletes);
    };
    beforeWrite(reopen, deletes);
    expect((await stories.delete(story.id)).status).toBe(200);
    expect(late).toHaveLength(1);
    for (const { id } of late) expect(await getCommentItem(stored(), id)).toBeUndefined();
    expect(await getStoryItem(stored(), story.id)).toBeUndefined();
  });

  test('takes no child: one that comes before its delete loses its parent, one after is refused', async () => {
    const parent = await stories.create({ teamId: team.id });
    const send = () => stories.send({ title: 'Child', teamId: team.id, parentId: parent.id });
    let child: any;
    beforeWrite(async () => {
      child = (await send()).json.data;
    }, deletes);
    expect((await stories.delete(parent.id)).status).toBe(200);
    expect(child.parentId).toBe(parent.id);
    expect((await stories.read(child.id)).parentId).toBeNull();
    expectBadFields(await send(), ['parentId'], 'invalid_reference');
  });
});

describe('a comment', () => {
  let comments: ReturnType<typeof commentApi>;
  beforeAll(async () => {
    comments = commentApi(workspace, (await stories.create({ teamId: team.id })).id, member.client);
  });

  test('that changes before another change is written retains the first, and the second reports a conflict', async () => {
    const root = await comments.create();
    for (const one of [root, (await comments.reply(root))[0]!]) {
      beforeWrite(() => comments.change(one, 'First'));
      const update = { expectedUpdatedAt: one.updatedAt, content: 'Second' };
      const error = expectRefusal(await comments.update(one.id, update), 409, 'version_conflict');
      const now = await comments.read(one.id);
      expect(now.content).toBe('First');
      expect(error).toMatchObject({ currentUpdatedAt: now.updatedAt, changedFields: ['content'] });
    }
  });

  test('that is deleted before a change is written stays deleted', async () => {
    const root = await comments.create();
    beforeWrite(() => comments.delete(root.id));
    const update = { expectedUpdatedAt: root.updatedAt, content: 'Late' };
    expectRefusal(await comments.update(root.id, update), 404, 'not_found');
    expect(await getCommentItem(stored(), root.id)).toBeUndefined();
  });
});

describe('a thread being deleted', () => {
  let comments: ReturnType<typeof commentApi>;
  beforeAll(async () => {
    comments = commentApi(workspace, (await stories.create({ teamId: team.id })).id, member.client);
  });
  const item = async ({ id }: Pick<Comment, 'id'>) => await getCommentItem(stored(), id);

  test('takes with it a reply that arrives before its delete', async () => {
    const root = await comments.create();
    let reply: Comment[] = [];
    beforeWrite(async () => {
      reply = await comments.reply(root);
    });
    expect((await comments.delete(root.id)).status).toBe(200);
    expect(reply).toHaveLength(1);
    for (const one of [root, ...reply]) expect(await item(one)).toBeUndefined();
  });

  test('takes no reply once it has begun', async () => {
    const root = await comments.create();
    const [reply] = await comments.reply(root);
    beforeWrite(async () => {
      expectBadFields(
        await comments.send({ content: 'Late', parentId: root.id }),
        ['parentId'],
        'invalid_reference',
      );
    }, deletes);
    expect((await comments.delete(root.id)).status).toBe(200);
    for (const one of [root, reply!]) expect(await item(one)).toBeUndefined();
  });

  test('that another has deleted leaves nothing behind', async () => {
    const root = await comments.create();
    await comments.reply(root);
    beforeWrite(() => comments.delete(root.id));
    expectRefusal(await comments.delete(root.id), 404, 'not_found');
    expect(await item(root)).toBeUndefined();
  });

  test('copes with a reply that is deleted on its own meanwhile', async () => {
    const root = await comments.create();
    const replies = await comments.reply(root, 92);
    beforeWrite(() => comments.delete(replies[0]!.id), deletes);
    expect((await comments.delete(root.id)).status).toBe(200);
    for (const one of [root, ...replies]) expect(await item(one)).toBeUndefined();
  });

  test('is not brought back by the deletion of a reply that comes after it', async () => {
    const root = await comments.create();
    const [reply] = await comments.reply(root);
    beforeWrite(() => comments.delete(root.id));
    expectRefusal(await comments.delete(reply!.id), 404, 'not_found');
    for (const one of [root, reply!]) expect(await item(one)).toBeUndefined();
  });

  test('is not brought back by the change of a reply that comes after it', async () => {
    const root = await comments.create();
    const [reply] = await comments.reply(root);
    for (const content of ['x', 'x'.repeat(100)]) {
      const thread = content === 'x' ? { root, reply: reply! } : await newThread();
      beforeWrite(() => comments.delete(thread.root.id));
      const { id, updatedAt } = thread.reply;
      expectRefusal(await comments.update(id, { expectedUpdatedAt: updatedAt, content }), 404, 'not_found');
      for (const one of [thread.root, thread.reply]) expect(await item(one)).toBeUndefined();
    }
  });

  async function newThread() {
    const root = await comments.create();
    const [reply] = await comments.reply(root);
    return { root, reply: reply! };
  }

  test('counts out a reply that is changed before its delete as it is then', async () => {
    const { root, reply } = await newThread();
    beforeWrite(() => comments.change(reply, 'y'.repeat(5_000)));
    expect((await comments.delete(reply.id, newKey())).status).toBe(200);
    expect(await item(reply)).toBeUndefined();
    expect(await item(root)).toMatchObject({ replyCount: 0, replyBytes: 0 });
  });

  test('counts out a reply that two delete at once only once', async () => {
    const { root, reply } = await newThread();
    await comments.reply(root);
    beforeWrite(() => comments.delete(reply.id));
    expectRefusal(await comments.delete(reply.id), 404, 'not_found');
    expect(await item(root)).toMatchObject({ replyCount: 1 });
  });
});
