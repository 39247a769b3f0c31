import type * as z from 'zod';
import { toTeam } from '../../identity/team/team-store.ts';
import { readNames, namedKinds, type NamedKind } from '../../nouns/names.ts';
import { run } from '../../pages/kit/run-operation.ts';
import { memberPage, type AskedPage } from '../../pages/planning/member-page.ts';
import { sessionAuthority } from '../../pages/session/session-authority.ts';
import { namesOfChanges } from '../proposal-pages/names-of-changes.ts';
import { getRule } from '../rules/get-rule.ts';
import type { rulePreviewSchema } from '../rules/preview-schemas.ts';
import { previewStoredRule } from '../rules/preview-stored-rule.ts';
import { previewView, type PreviewedEffect } from './preview-view.ts';
import { changeOf } from './shown-changes.ts';

/** The days that are looked at, and the most effects that a page shows. */
const DAYS = 30;
const SHOWN_MAX = 100;

type Effect = z.output<ReturnType<typeof rulePreviewSchema>>['would'][number];

/** What a rule would have done, story by story, before it is switched on. */
export const page = memberPage({
  async load(asked) {
    const path = { ruleId: asked.path['ruleId'] };
    const rule = run(asked, getRule, { path });
    const preview = await run(asked, previewStoredRule, { path, body: { days: DAYS } });
    const effects = await withChanges(asked, preview.would.slice(0, SHOWN_MAX));
    const { runAs } = await rule;
    const nameOf = namesOfChanges(
      asked,
      effects.map(({ change }) => change),
      [runAs.id],
    );
    return { rule, preview, effects, nameOf };
  },
  view: ({ rule, ...loaded }, { t, item, member, tools }) => ({
    title: `${t.text('rule.preview')} · ${rule.name}`,
    body: previewView({ ...loaded, rule, t, tools, team: toTeam(item), memberId: member.memberId }),
  }),
});

const isNamed = (kind: string): kind is NamedKind => namedKinds.some((one) => one === kind);

/** Effects as changes of what they are about, by its name. */
async function withChanges(
  { call: { read, now }, member }: AskedPage,
  effects: readonly Effect[],
): Promise<PreviewedEffect[]> {
  const caller = await sessionAuthority(member.userId, member)(read, now);
  const names = await readNames(
    { read, caller },
    effects.flatMap(({ resource, id }) =>
      id !== null && isNamed(resource) ? [[resource, id] as const] : [],
    ),
  );
  return effects.map(({ at, operation, resource, id, changes }) => {
    const side = (name: 'from' | 'to') => Object.fromEntries(changes.map((one) => [one.field, one[name]]));
    const title = id === null ? {} : { title: names.get(id) };
    const before = id === null ? null : { ...title, ...side('from') };
    return {
      at,
      change: changeOf({ operation, resource, resourceId: id }, before, { ...title, ...side('to') }),
    };
  });
}
