import { expect } from 'vitest';
import { templateApi } from '../story-templates/template-api.ts';
import { storyApi } from '../stories/story-api.ts';
import { until } from '../support/until.ts';
import { newKey } from '../support/workspace.ts';
import type { Place, Write } from './write.ts';

/** Writing, changing and deleting story templates, and making stories from them, with a key each. */
export function templateWrites(place: () => Place): Record<string, Write> {
  const prepare = async () => {
    const { workspace, admin, team } = place();
    const templates = templateApi(workspace, admin.client);
    return { templates, teamId: team.id, headers: { 'idempotency-key': newKey() } };
  };
  return {
    async createStoryTemplate() {
      const { templates, teamId, headers } = await prepare();
      const name = newKey();
      return {
        send: () => templates.send({ teamId, name }, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          const { data } = (await templates.list({ teamId, limit: 100 })).json;
          expect(data.filter((one: { name: string }) => one.name === name)).toEqual([json.data]);
        },
      };
    },
    async updateStoryTemplate() {
      const { templates, teamId, headers } = await prepare();
      const made = await templates.create({ teamId });
      return {
        send: () => templates.update(made, { checklist: ['One'] }, headers),
        async verify({ status, json, text }) {
          expect([status, json.data.checklist], text).toEqual([200, ['One']]);
          expect((await templates.get(made.id)).json.data).toEqual(json.data);
        },
      };
    },
    async deleteStoryTemplate() {
      const { templates, teamId, headers } = await prepare();
      const { id } = await templates.create({ teamId });
      return {
        send: () => templates.delete(id, headers),
        async verify({ status, json, text }) {
          expect([status, json.data], text).toEqual([200, { id, deleted: true }]);
          expect((await templates.get(id)).status).toBe(404);
        },
      };
    },
    async 'createStory from a template'() {
      const { templates, teamId } = await prepare();
      const { workspace, admin } = place();
      const stories = storyApi(workspace, admin.client);
      const subStories = [{ title: 'First' }, { title: 'Second' }];
      const { id: templateId } = await templates.create({ teamId, subStories });
      const key = newKey();
      return {
        send: () => stories.send({ teamId, templateId, title: 'Whole' }, key),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          const titles = async () =>
            (await stories.list({ parentId: json.data.id })).json.data.map(
              (one: { title: string }) => one.title,
            );
          await until(async () => (await titles()).length >= 2);
          expect((await titles()).sort()).toEqual(['First', 'Second']);
        },
      };
    },
  };
}
