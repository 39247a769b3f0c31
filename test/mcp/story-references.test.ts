import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { createStoryAs } from '../support/workspace.ts';
import { connectedClient } from './mcp-client.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();

const inWorkspace = (args: object) => ({ workspaceId: workspace.id, ...args });
const newStory = (fields: object = {}) =>
  createStoryAs(person.client, workspace, { teamId: team.id, ...fields });

describe('the reference of a story', () => {
  const other = async (team: Team) => {
    const outsider = await workspace.person('member', [team]);
    return await createStoryAs(outsider.client, workspace, { teamId: team.id });
  };

  test('is accepted by every tool that takes a story, in either case, and still by the former name of the argument', async () => {
    const [story, parent] = [await newStory(), await newStory()];
    const { reference, updatedAt: expectedUpdatedAt } = story;
    const change = { expectedUpdatedAt, title: 'Changed', parentId: parent.reference.toLowerCase() };
    const updated = (await client.use('update_story', inWorkspace({ story: reference, ...change }))).data;
    expect(updated).toMatchObject({ id: story.id, title: 'Changed', parentId: parent.id });
    const comment = inWorkspace({ story: reference, content: 'Hello', idempotencyKey: randomUUID() });
    const { data } = await client.use('add_comment', comment);
    expect(data.storyId).toBe(story.id);
    for (const named of [{ story: reference.toLowerCase() }, { storyId: reference }, { storyId: story.id }]) {
      expect((await client.use('list_comments', inWorkspace(named))).data).toMatchObject([{ id: data.id }]);
      expect((await client.use('get_story', inWorkspace(named))).data.id).toBe(story.id);
    }
    const made = await client.use(
      'create_story',
      inWorkspace({
        teamId: team.id,
        title: 'Below',
        parentId: parent.reference,
        idempotencyKey: randomUUID(),
      }),
    );
    expect(made.data.parentId).toBe(parent.id);
    const announced = (await client.use('delete_story', inWorkspace({ story: reference }))).data;
    expect(announced).toMatchObject({ id: story.id, deleted: false });
    const { confirmationToken } = announced;
    await client.use('delete_story', inWorkspace({ story: reference, confirmationToken }));
    expect((await person.client.get(`${workspace.path}/stories/${story.id}`)).status).toBe(404);
  });

  test('is read with what people paste along with it', async () => {
    const [{ id, reference }, other] = [await newStory(), await newStory()];
    const address = `${workspace.path}/stories/${id}`;
    for (const story of [
      ` ${reference.toLowerCase()} `,
      `#${reference}`,
      `\u200b${reference}\u00a0`,
      `${id}\n`,
      `https://plotline.example/stories/${reference}`,
      `https://plotline.example/stories/${id}?from=board#comments`,
      `https://plotline.example${address}`,
    ]) {
      expect((await client.use('get_story', inWorkspace({ story }))).data.id).toBe(id);
      const related = { type: 'relates_to', relatedStory: story };
      const title = 'Related';
      const args = { teamId: team.id, title, relations: [related], idempotencyKey: randomUUID() };
      await client.use('create_story', inWorkspace(args));
      const parent = { stories: [{ story: other.id, parentId: story }] };
      await client.use('update_stories', inWorkspace(parent));
    }
    const elsewhere = 'https://plotline.example/stories';
    expect((await client.refused('get_story', inWorkspace({ story: elsewhere }))).fields[0].path).toBe(
      'story',
    );
  });

  test('is refused as the parent of a comment', async () => {
    const { reference } = await newStory();
    const reply = { story: reference, content: 'x', parentId: reference, idempotencyKey: randomUUID() };
    const { code, message } = await client.refused('add_comment', inWorkspace(reply));
    expect([code, message]).toEqual(['invalid_request', expect.stringContaining('parentId')]);
  });

  test('is not found where there is no such story, or none that its user sees, in the same words', async () => {
    const hidden = await other(await workspace.team({ private: true }));
    const [prefix] = (await newStory()).reference.split('-');
    for (const tool of ['update_story', 'delete_story', 'list_comments', 'add_comment', 'get_story']) {
      const more = {
        ...(tool === 'update_story' && { expectedUpdatedAt: hidden.updatedAt, title: 'x' }),
        ...(tool === 'add_comment' && { content: 'x', idempotencyKey: randomUUID() }),
      };
      const errors: string[] = [];
      for (const story of [hidden.reference, `${prefix}-99999`, 'NOSUCH-1', hidden.id]) {
        const { code, message } = await client.refused(tool, inWorkspace({ story, ...more }));
        errors.push(`${code} ${message}`);
      }
      expect(new Set(errors).size, errors.join()).toBe(1);
      expect(errors[0]).toMatch(/^not_found .*story/);
    }
  });

  test('is refused for a parent as an id would be', async () => {
    const hidden = await other(await workspace.team({ private: true }));
    const story = await newStory();
    const seen = { story: story.id, expectedUpdatedAt: story.updatedAt };
    for (const parentId of [hidden.reference, 'NOSUCH-1', hidden.id]) {
      expect(await client.refused('update_story', inWorkspace({ ...seen, parentId }))).toMatchObject({
        code: 'invalid_reference',
        message: expect.stringMatching(/^parentId is .*not a story that/),
        fields: [{ path: 'parentId' }],
      });
    }
    const own = await client.refused('update_story', inWorkspace({ ...seen, parentId: story.reference }));
    expect(own.fields).toMatchObject([{ path: 'parentId' }]);
  });

  test('is described in every tool', async () => {
    for (const tool of ['update_story', 'delete_story', 'list_comments', 'add_comment']) {
      for (const [story, code, message] of [
        ['184', 'invalid_format', 'must be an id or a reference such as ENG-184'],
        [7, 'invalid_type', 'must be an id or a reference such as ENG-184'],
        [undefined, 'required', 'is required'],
      ]) {
        const { message: said, fields } = await client.refused(tool, inWorkspace({ story }));
        expect(said).toContain(`story ${message}.`);
        expect(fields).toContainEqual({ path: 'story', code });
      }
    }
  });

  test('reveals nothing to a guest who may not change the story', async () => {
    const guest = await connectedClient(await workspace.person('guest', [team]));
    for (const story of [(await newStory()).reference, 'NOSUCH-1']) {
      const { code } = await guest.refused('update_story', inWorkspace({ story }));
      expect(code).toBe('insufficient_role');
    }
  });
});
