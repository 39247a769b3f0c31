import { beforeAll, describe, expect, test } from 'vitest';
import { commentApi } from '../comments/comment-api.ts';
import { until } from '../support/until.ts';
import { newStoryWorkspace } from './story-api.ts';

const DESCRIPTION_MAX_CHARACTERS = 32_768;
const COMMENT_MAX_CHARACTERS = 10_000;

let made: Awaited<ReturnType<typeof newStoryWorkspace>>;
beforeAll(async () => {
  made = await newStoryWorkspace();
});

/** JSON with everything beyond ASCII escaped, as many programs write it. */
const escaped = (body: object): string =>
  JSON.stringify(body).replaceAll(
    /[^\x00-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

describe.each([
  ['ASCII', 'a'],
  ['Japanese', '日'],
  ['emoji', '🚀'],
])('text in %s', (_, character) => {
  test.each([
    ['as it is', JSON.stringify],
    ['escaped', escaped],
  ])('reaches its bounds, %s', async (__, write) => {
    const { workspace, team, member, api } = made;
    const path = `${workspace.path}/stories`;
    const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
    const send = async (characters: number) =>
      await member.client.request('POST', path, {
        headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
        raw: write({ teamId: team.id, title: 'Long', description: character.repeat(characters) }),
      });
    const created = await send(DESCRIPTION_MAX_CHARACTERS);
    expect(created.status, created.text.slice(0, 500)).toBe(201);
    const { id, description } = created.json.data as { id: string; description: string };
    expect(description).toBe(character.repeat(DESCRIPTION_MAX_CHARACTERS));
    expect((await api.read(id)).description).toBe(description);
    const refused = await send(DESCRIPTION_MAX_CHARACTERS + 1);
    expect(refused.status).toBe(400);
    expect(refused.json.error.message).toContain('at most 32768 characters');
    const comments = commentApi(workspace, id, member.client);
    await comments.create({ content: character.repeat(COMMENT_MAX_CHARACTERS) });
    expect((await comments.send({ content: character.repeat(COMMENT_MAX_CHARACTERS + 1) })).status).toBe(400);
  });

  test('can be changed at its bound, and the change is an event with the whole new text', async () => {
    const { workspace, team, member, api } = made;
    const story = await api.create({
      teamId: team.id,
      description: character.repeat(DESCRIPTION_MAX_CHARACTERS),
    });
    const since = story.createdAt;
    const next = `b${character.repeat(DESCRIPTION_MAX_CHARACTERS - 1)}`;
    await api.change(story, { description: next });
    const updated = async () => {
      const query = { since, type: 'story.updated', teamId: team.id };
      const { json } = await member.client.get(`${workspace.path}/changes`, query);
      return json.data.find(({ data }: { data: { id: string } }) => data.id === story.id) as
        { data: { description: string }; truncated?: string[] } | undefined;
    };
    await until(async () => (await updated()) !== undefined);
    expect((await updated())!.data.description).toBe(next);
    expect((await updated())!.truncated ?? []).not.toContain('data.description');
  });
});
