import { expect } from 'vitest';
import { hookApi, type HookApi, type SecretHook } from '../hooks/hook-api.ts';
import { readAll } from '../support/answers.ts';
import type { Answer } from '../support/client.ts';
import { newKey } from '../support/workspace.ts';
import type { Place, Write } from './write.ts';

/** What is done to hooks. */
export function hookWrites(place: () => Place): Record<string, Write> {
  const api = (): HookApi => hookApi(place().workspace, place().admin.client);
  const keyed = () => ({ 'idempotency-key': newKey() });
  const body = async () => {
    const { workspace, team } = place();
    const { id: serviceAccountId } = await workspace.serviceAccount([team]);
    return { name: newKey(), provider: 'github', serviceAccountId, rules: [{ teamId: team.id }] };
  };

  /** A secret that its caller never saw is none: the first answer shows it, or a replay without it follows. */
  const shownOrReplayed = ({ json, headers }: Answer) =>
    expect('signingSecret' in json).toBe(!headers.has('idempotent-replayed'));

  /** A change of a hook that answers with it, and what is to be seen of it then. */
  const change =
    (
      act: (hook: SecretHook, headers: Record<string, string>) => Promise<Answer>,
      seen: object,
      check: (answer: Answer) => void = () => undefined,
    ): Write =>
    async () => {
      const hook = await api().create(await body());
      const headers = keyed();
      return {
        send: () => act(hook, headers),
        async verify(answer) {
          const { status, json, text } = answer;
          expect(status, text).toBe(200);
          expect(json.data).toMatchObject(seen);
          expect(await api().read(hook.id)).toEqual(json.data);
          check(answer);
          await api().delete(hook.id);
        },
      };
    };

  return {
    async createHook() {
      const [fields, headers] = [await body(), keyed()];
      return {
        send: () => api().send(fields, headers),
        async verify(answer) {
          const { status, json, text } = answer;
          expect(status, text).toBe(201);
          shownOrReplayed(answer);
          const all: SecretHook[] = await readAll(place().admin.client, api().root, { limit: 100 });
          expect(all.filter(({ name }) => name === fields.name)).toEqual([json.data]);
          await api().delete(json.data.id);
        },
      };
    },
    updateHook: change((hook, headers) => api().update(hook, { name: 'Another' }, headers), {
      name: 'Another',
    }),
    rotateHookSecret: change(
      ({ id }, headers) => api().rotate(id, headers),
      { secretGeneration: 2 },
      shownOrReplayed,
    ),
    async deleteHook() {
      const { id } = await api().create(await body());
      const headers = keyed();
      return {
        send: () => api().delete(id, headers),
        async verify({ status, json, text }) {
          expect([status, json.data], text).toEqual([200, { id, deleted: true }]);
          expect((await api().get(id)).status).toBe(404);
        },
      };
    },
  };
}
