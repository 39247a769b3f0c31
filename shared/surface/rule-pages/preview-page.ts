import type * as z from 'zod';
import { toTeam } from '../../identity/team/team-store.ts';
import { isNamedKind, readNames } from '../../nouns/names.ts';
import { run } from '../../pages/kit/run-operation.ts';
import { memberPage, type AskedPage } from '../../pages/planning/member-page.ts';
import { sessionAuthority } from '../../pages/session/session-authority.ts';
import { namesOfChanges } from '../proposal-pages/names-of-changes.ts';
import { getRule } from '../rules/get-rule.ts';
import type { rulePreviewSchema } from '../rules/preview-schemas.ts';
import { previewStoredRule } from '../rules/preview-stored-rule.ts';
import { storiesOf, titledStories } from '../rules/titled-stories.ts';
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
    const rule = await run(asked, getRule, { path });
    const preview = await run(asked, previewStoredRule, { path, body: { days: DAYS } });
    return {
      rule,
      preview,
      ...(await shownEffects(asked, preview.would.slice(0, SHOWN_MAX), rule.runAs.id)),
    };
  },
  view: ({ rule, ...loaded }, { t, item, member, tools }) => ({
    title: `${t.text('rule.preview')} · ${rule.name}`,
    body: previewView({ ...loaded, rule, t, tools, team: toTeam(item), memberId: member.memberId }),
  }),
});

/** Effects as changes of what they are about, with its name. */
async function shownEffects(asked: AskedPage, would: readonly Effect[], runAsId: string) {
  const { call, member } = asked;
  const caller = await sessionAuthority(member.userId, member)(call.read, call.now);
  const context = { read: call.read, caller };
  const [stories, names] = await Promise.all([
    titledStories(context, storiesOf(would)),
    readNames(
      context,
      would.flatMap(({ resource, id }) =>
        id !== null && isNamedKind(resource) ? [[resource, id] as const] : [],
      ),
    ),
  ]);
  const effects = would.map(({ at, operation, resource, id, changes }): PreviewedEffect => {
    const side = (name: 'from' | 'to') => Object.fromEntries(changes.map((one) => [one.field, one[name]]));
    const known = id === null ? {} : (stories.get(id) ?? { title: names.get(id) });
    const before = id === null ? null : { ...known, ...side('from') };
    const after = { ...known, ...side('to') };
    return { at, change: changeOf({ operation, resource, resourceId: id }, before, after) };
  });
  const nameOf = await namesOfChanges(
    asked,
    effects.map(({ change }) => change),
    [runAsId],
  );
  return {
    effects,
    nameOf: (id: string): string | undefined => {
      const story = stories.get(id);
      return story ? `${story.reference} ${story.title}` : nameOf(id);
    },
  };
}
