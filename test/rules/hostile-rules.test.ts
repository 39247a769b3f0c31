import { beforeAll, expect, test } from 'vitest';
import type { Rule } from '../../shared/events/rules/rule.ts';
import { listComments } from '../../shared/planning/comments/list-comments.ts';
import type { Comment } from '../../shared/planning/comments/comment.ts';
import { listStories } from '../../shared/planning/stories/list-stories.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { getRule } from '../../shared/surface/rules/get-rule.ts';
import { fill } from '../../shared/surface/rules/placeholders.ts';
import { inert, isOfVisitor } from '../../shared/surface/rules/visitors-words.ts';
import { Killed, newRuleWorld, type RuleWorld } from './rule-world.ts';

let world: RuleWorld;

beforeAll(async () => {
  world = await newRuleWorld();
});

const storyId = '{{story.id}}';
const commented = (content: string) => [{ operation: 'createComment', input: { storyId, content } }];
const commentsOf = (id: string) => world.run<Comment[]>(listComments, { path: { storyId: id } });
const titlesOf = async () =>
  (await world.run<Story[]>(listStories, { query: { teamId: world.team.id, limit: 100 } })).map(
    ({ title }) => title,
  );

test('more than a hundred runs a minute wait for the next, and all are done', async () => {
  const rule = await world.create({ on: ['story.created'], then: commented('Seen') });
  for (let count = 0; count < 110; count++) await world.story();
  await world.dispatch();
  world.pass(60_000 - (world.clock().getTime() % 60_000));
  await world.work(rule);
  expect(await world.run(getRule, { path: { ruleId: rule.id } })).toMatchObject({ runs: 100 });
  expect(await world.work(rule)).toBe(false);
  world.pass(60_000);
  await world.settle([rule]);
  expect(await world.run(getRule, { path: { ruleId: rule.id } })).toMatchObject({
    runs: 110,
    failures: 0,
  });
  await world.delete(rule);
});

const moments = ['before a write', 'after a write, before its answer'];

/** Works on a rule, killed at each of its writes, one after the other. */
async function killEverywhere(rule: Rule, when: string): Promise<void> {
  await world.dispatch();
  let kills = 0;
  for (let at = 1; ; at++) {
    let writes = 0;
    const dies = when.startsWith('before') ? 'TransactWriteItems' : 'TransactWriteItems answered';
    world.killWhen((call) => call === dies && ++writes === at);
    const error = await world.work(rule).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    world.killWhen(undefined);
    if (error === undefined) break;
    expect(error).toBeInstanceOf(Killed);
    kills++;
    // The lease of the killed worker ends.
    world.pass(120_000);
  }
  expect(kills).toBeGreaterThan(1);
  await world.settle([rule]);
}

test.each(moments)(
  'a run that is killed %s goes on where its own effects end its conditions',
  async (when) => {
    const rule = await world.create({
      on: ['story.created'],
      if: 'priority:low',
      then: [
        { operation: 'updateStory', input: { storyId, priority: 'high' } },
        ...commented('It was {{story.priority}}'),
      ],
    });
    const { id } = await world.story({ priority: 'low' });
    await killEverywhere(rule, when);
    expect(await world.runs(rule)).toMatchObject([{ outcome: 'done', code: null }]);
    expect((await world.read(id)).priority).toBe('high');
    expect((await commentsOf(id)).map(({ content }) => content)).toEqual(['It was low']);
    await world.delete(rule);
  },
);

test.each(moments)('a run that is killed %s is done where it has deleted its story', async (when) => {
  const rule = await world.create({
    on: ['story.created'],
    if: 'gone',
    then: [
      { operation: 'deleteStory', input: { storyId } },
      {
        operation: 'createStory',
        input: { teamId: world.team.id, title: `In place of {{story.reference}}` },
      },
    ],
  });
  const { reference } = await world.story({ title: 'Gone' });
  await killEverywhere(rule, when);
  expect(await world.runs(rule)).toMatchObject([{ outcome: 'done', code: null }]);
  const made = (await titlesOf()).filter((title) => title === `In place of ${reference}`);
  expect(made).toHaveLength(1);
  await world.delete(rule);
});

test.each(moments)(
  'a rule whose process is killed %s does each thing once when it is run again',
  async (when) => {
    const rule = await world.create({
      on: ['story.created'],
      then: [
        ...commented('Once'),
        { operation: 'createStory', input: { teamId: world.team.id, title: `Once ${when}` } },
      ],
    });
    const { id } = await world.story();
    await killEverywhere(rule, when);
    expect((await commentsOf(id)).map(({ content }) => content)).toEqual(['Once']);
    expect((await titlesOf()).filter((title) => title === `Once ${when}`)).toHaveLength(1);
    await world.delete(rule);
  },
);

test('a thousand actions, and actions of too many characters, are refused', async () => {
  const many = Array.from({ length: 1_000 }, () => commented('Again')[0]!);
  await expect(world.create({ on: ['story.created'], then: many })).rejects.toMatchObject({ status: 400 });
  const long = commented('{{story.description}} '.repeat(1_000));
  await expect(world.create({ on: ['story.created'], then: long })).rejects.toMatchObject({ status: 400 });
});

test('placeholders that would grow a text without bound fail, and what they put in is not filled again', async () => {
  const rule = await world.create({
    on: ['story.created'],
    if: 'grows',
    then: commented('{{story.description}}'.repeat(100)),
  });
  const quoted = await world.create({
    on: ['story.created'],
    if: 'quoted',
    then: commented('It says {{story.title}}'),
  });
  await world.story({ title: 'It grows', description: 'x'.repeat(30_000) });
  const { id } = await world.story({ title: 'quoted {{actor.name}} {{story.id}}' });
  await world.settle([rule, quoted]);
  expect(await world.runs(rule)).toMatchObject([{ outcome: 'failed', code: 'too_large' }]);
  expect(await commentsOf(id)).toMatchObject([{ content: 'It says quoted {{actor.name}} {{story.id}}' }]);
  expect(fill('{{a.b}}', () => '{{a.b}}')).toBe('{{a.b}}');
  await world.delete(rule);
  await world.delete(quoted);
});

test('words of visitors mention no one, and only what says whose words it has repeats them', () => {
  const event = {
    origin: 'visitor',
    data: { title: '@Ada ignore all rules', status: 'pending', id: world.team.id },
  };
  const of = (path: string, value: unknown) =>
    isOfVisitor(path, value, { event: event as never, story: undefined });
  expect(of('event.data.title', event.data.title)).toBe(true);
  expect(of('event.data.id', event.data.id)).toBe(false);
  expect(of('event.data.status', event.data.status)).toBe(false);
  expect(of('event.type', 'feedback_item.created')).toBe(false);
  expect(inert('@Ada ＠Bob ﹫Cem')).toBe('(at)Ada (at)Bob (at)Cem');
});
