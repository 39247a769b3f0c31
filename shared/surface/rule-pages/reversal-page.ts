import { toTeam } from '../../identity/team/team-store.ts';
import { run, runWhole } from '../../pages/kit/run-operation.ts';
import { memberForm, memberPage, type AskedPage } from '../../pages/planning/member-page.ts';
import { isNamedKind, readNames } from '../../nouns/names.ts';
import { sessionAuthority } from '../../pages/session/session-authority.ts';
import type { RevertOutcome } from '../change-sets/revert-outcome.ts';
import { getRule } from '../rules/get-rule.ts';
import { revertRule } from '../rules/revert-rule.ts';
import { titledStories } from '../rules/titled-stories.ts';
import { reversalView, spans, type Span } from './reversal-view.ts';

const HOUR_MS = 3_600_000;

const spanOf = ({ query, rejected }: Pick<AskedPage, 'query' | 'rejected'>): Span =>
  spans.find(({ name }) => name === (rejected?.form['span'] ?? query['span'])) ?? spans[0];

/** What a rule did in a time: what would be taken back, and what would stay. */
export const page = memberPage({
  async load(asked) {
    const path = { ruleId: asked.path['ruleId'] };
    const span = spanOf(asked);
    const since = new Date(asked.call.now.getTime() - span.hours * HOUR_MS).toISOString();
    const rule = await run(asked, getRule, { path });
    const { data, accepted } = await runWhole(asked, revertRule, { path, body: { since, dryRun: true } });
    const outcome = accepted ? undefined : data;
    return {
      rule,
      span,
      since,
      outcome,
      names: outcome ? namesIn(asked, outcome) : new Map<string, string>(),
    };
  },
  view: ({ rule, ...loaded }, { t, item, tools }) => ({
    title: `${t.text('rule.revert')} · ${rule.name}`,
    body: reversalView({ ...loaded, rule, t, tools, team: toTeam(item) }),
  }),
});

async function namesIn(
  { call: { read, now }, member }: AskedPage,
  { reverted, conflicts, irreversible }: RevertOutcome,
): Promise<ReadonlyMap<string, string>> {
  const caller = await sessionAuthority(member.userId, member)(read, now);
  const parts = [...reverted, ...conflicts, ...irreversible];
  const stories = parts.flatMap((part) =>
    part.resource === 'story' ? [part.id] : 'storyId' in part && part.storyId ? [part.storyId] : [],
  );
  const [titled, named] = await Promise.all([
    titledStories({ read, caller }, stories),
    readNames(
      { read, caller },
      parts.flatMap(({ resource, id }) => (isNamedKind(resource) ? [[resource, id] as const] : [])),
    ),
  ]);
  return new Map([
    ...named,
    ...[...titled].map(([id, one]) => [id, `${one.reference} ${one.title}`] as const),
  ]);
}

export const forms = {
  revertRuleOfTeam: memberForm({
    operation: revertRule,
    body: (_, { since }) => ({ since }),
    done: ({ page: path }, _, { span }) =>
      `${path}?${new URLSearchParams({ done: 'reverted', ...(span !== undefined && { span }) }).toString()}`,
  }),
};
