import { expect } from 'vitest';
import { dayFromNow, recurringApi } from '../recurring-stories/recurring-api.ts';
import { templateApi } from '../story-templates/template-api.ts';
import { storyApi } from '../stories/story-api.ts';
import { until } from '../support/until.ts';
import { newKey } from '../support/workspace.ts';
import type { Place, Write } from './write.ts';

/** Writing, changing and deleting story templates and recurring stories, and making stories from them, with a key each. */
export function templateWrites(place: () => Place): Record<string, Write> {
  const prepare = async () => {
    const { workspace, admin, team } = place();
    const templates = templateApi(workspace, admin.client);
    const recurring = recurringApi(workspace, admin.client);
    return { templates, recurring, teamId: team.id, headers: { 'idempotency-key': newKey() } };
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
    async createRecurringStory() {
      const { recurring, teamId, headers } = await prepare();
      const body = { teamId, name: newKey(), rule: 'FREQ=DAILY', startDate: dayFromNow(9) };
      return {
        send: () => recurring.send(body, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          const { data } = (await recurring.list({ teamId, limit: 100 })).json;
          expect(data.filter(({ name }: { name: string }) => name === body.name)).toEqual([json.data]);
        },
      };
    },
    async updateRecurringStory() {
      const { recurring, teamId, headers } = await prepare();
      const made = await recurring.create({ teamId, startDate: dayFromNow(9) });
      return {
        send: () => recurring.update(made, { paused: true }, headers),
        async verify({ status, json, text }) {
          expect([status, json.data.nextDueDates], text).toEqual([200, []]);
          expect((await recurring.get(made.id)).json.data).toEqual(json.data);
        },
      };
    },
    async deleteRecurringStory() {
      const { recurring, teamId, headers } = await prepare();
      const { id } = await recurring.create({ teamId, startDate: dayFromNow(9) });
      return {
        send: () => recurring.delete(id, headers),
        async verify({ status, json, text }) {
          expect([status, json.data], text).toEqual([200, { id, deleted: true }]);
          expect((await recurring.get(id)).status).toBe(404);
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
