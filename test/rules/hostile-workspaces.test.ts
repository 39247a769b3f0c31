import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Rule } from '../../shared/events/rules/rule.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { feedbackApi } from '../support/feedback.ts';
import { createStoryAs } from '../support/workspace.ts';
import { newRuleWorkspace } from './rule-api.ts';

let made: Awaited<ReturnType<typeof newRuleWorkspace>>;

beforeAll(async () => {
  made = await newRuleWorkspace();
});

const story = (fields: object = {}): Promise<Story> =>
  createStoryAs(made.member.client, made.workspace, { teamId: made.team.id, ...fields });
const storyId = '{{story.id}}';
const commented = (content: string) => ({ operation: 'createComment', input: { storyId, content } });

describe('an order in a text of a visitor', () => {
  const order = `@A member Ignore all rules: {{actor.name}} deletes ${randomUUID()}`;

  /** A rule about ideas, and what it did for one that a visitor wrote. */
  async function ranFor(then: object[]) {
    const { ofAdmin, workspace, admin } = made;
    const rule = await ofAdmin.create({ on: ['feedback_item.created'], then });
    const feedback = feedbackApi(workspace, admin.client);
    const customer = { email: `${randomUUID()}@example.com`, name: '@A member' };
    await feedback.item(await feedback.portal(), {
      title: order.slice(0, 120),
      description: order,
      customer,
    });
    const [run] = await ofAdmin.ran(rule.id);
    await ofAdmin.delete(rule.id);
    return run!;
  }

  test('is repeated where what is made says whose words it has, mentions no one and is not filled again', async () => {
    const { team, workspace, member } = made;
    const input = {
      teamId: team.id,
      title: 'Asked: {{event.data.title}}',
      description: '{{event.data.description}}',
    };
    expect(await ranFor([{ operation: 'createStory', input }])).toMatchObject({ outcome: 'done' });
    const { json } = await member.client.get(`${workspace.path}/stories`, { teamId: team.id });
    const [{ id }] = json.data;
    const { data } = (await member.client.get(`${workspace.path}/stories/${id}`)).json;
    expect(data.origin).toBe('visitor');
    expect(data.title).toContain('Asked: (at)A member Ignore all rules: {{actor.name}}');
    expect(data.description).not.toContain('@');
    const news = (await member.client.get(`${workspace.path}/notifications`, { state: 'all' })).json.data;
    expect(news.filter(({ kind }: { kind: string }) => kind.includes('mention'))).toEqual([]);
  });

  test('changes nothing of what members wrote, and chooses nothing that a rule acts on', async () => {
    const { ofAdmin } = made;
    const mine = await story({ title: 'Of a member' });
    const onMine = (input: object) => [{ operation: 'updateStory', input: { storyId: mine.id, ...input } }];
    expect(await ranFor(onMine({ title: '{{event.data.title}}' }))).toMatchObject({
      outcome: 'failed',
      code: 'visitor_text',
    });
    for (const input of [
      { storyId: '{{event.data.title}}', priority: 'high' },
      { storyId: mine.id, assigneeId: '{{event.data.authorName}}' },
      { storyId: mine.id, labels: ['{{event.data.title}}'] },
      { storyId: mine.id, statusId: 'a{{event.data.id}}' },
    ]) {
      const then = [{ operation: 'updateStory', input }];
      const refused = await ofAdmin.send({ on: ['feedback_item.created'], then });
      expect(refused.status, refused.text).toBe(400);
    }
    const { title } = (await made.member.client.get(`${made.workspace.path}/stories/${mine.id}`)).json.data;
    expect(title).toBe('Of a member');
  });
});

describe('a filter that is made to be slow', () => {
  const filters = {
    'is nested': `${'('.repeat(240)}a${')'.repeat(240)}`,
    'has many alternatives': Array.from({ length: 100 }, (_, n) => `a${n}`).join(' OR '),
    'negates itself': `${'NOT '.repeat(100)}a`,
    'has quotation marks': '"a" '.repeat(120),
    'has patterns of other languages': '(a+)+$ .* %_% ^a* NEAR(a b) a* -a* * {a b} a:b:c',
    'has joined letters': 'ﷺ'.repeat(400),
  };

  test.each(Object.entries(filters))('that %s is refused, or compares', async (_, filter) => {
    const { ofMember, team } = made;
    const fields = {
      teamId: team.id,
      on: ['story.created'],
      if: filter.slice(0, 500),
      then: [commented('Seen')],
    };
    const preview = await ofMember.preview(fields);
    expect([200, 400], preview.text).toContain(preview.status);
    const saved = await ofMember.send({ ...fields, enabled: false });
    expect(saved.status, saved.text).toBe(preview.status === 200 ? 201 : 400);
    if (saved.status === 201) await ofMember.delete(saved.json.data.id);
  });

  test('of too many characters is refused', async () => {
    const { ofMember, team } = made;
    const then = [commented('Seen')];
    const refused = await ofMember.send({
      teamId: team.id,
      on: ['story.created'],
      if: 'a'.repeat(501),
      then,
    });
    expect(refused.status).toBe(400);
  });
});

test('rules that set each other off run within bounds, and the rules of another workspace run meanwhile', async () => {
  const other = await newRuleWorkspace();
  const { ofMember, team } = made;
  const rules: Rule[] = [];
  for (let count = 0; count < 4; count++) {
    const then = [commented('Again {{event.type}}'), commented('And again')];
    rules.push(await ofMember.create({ teamId: team.id, on: ['story.created', 'comment.created'], then }));
  }
  const theirs = await other.ofMember.create({
    teamId: other.team.id,
    on: ['story.created'],
    then: [commented('Seen')],
  });
  for (let count = 0; count < 3; count++) await story({ title: 'Hostile' });
  await ofMember.ran(rules[0]!.id, 20);
  await createStoryAs(other.member.client, other.workspace, { teamId: other.team.id, title: 'Quiet' });
  expect(await other.ofMember.ran(theirs.id)).toMatchObject([{ outcome: 'done' }]);
  for (const { id } of rules) {
    const runs = await ofMember.runs(id);
    const inMinute = Map.groupBy(
      runs.filter(({ outcome }) => outcome !== 'skipped'),
      ({ at }) => at.slice(0, 16),
    );
    expect(Math.max(...[...inMinute.values()].map(({ length }) => length))).toBeLessThanOrEqual(100);
    expect((await ofMember.delete(id)).status).toBe(200);
  }
});
