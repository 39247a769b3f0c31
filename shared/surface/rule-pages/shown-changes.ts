import type { Rule } from '../../events/rules/rule.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../../pages/messages/page-messages.ts';
import { boardPath, rulePath, rulesPath } from '../../planning/paths/page-paths.ts';
import type { NameOf } from '../proposal-pages/proposal-facts-view.ts';
import { changeView } from '../proposal-pages/proposed-change-view.ts';
import type { Fields, ShownChange } from '../proposal-pages/proposed-fields.ts';
import { actionOf, resourceOf } from '../rules/rule-actions.ts';

/** What an action does or would do, as pages show a change. */
export const changeOf = (
  named: Pick<ShownChange, 'operation' | 'resource' | 'resourceId'>,
  before: Fields | null,
  after: Fields | null,
): ShownChange => ({ id: '', ...named, before, after, state: 'open', problem: null, isStale: false });

/** What the actions of a rule set. */
export const changesOfActions = ({ then }: Pick<Rule, 'then'>): ShownChange[] =>
  then.map(({ operation, input: { storyId: _, ...input } }) => {
    const known = actionOf(operation);
    return changeOf({ operation, resource: known ? resourceOf(known) : '', resourceId: null }, null, input);
  });

interface Showing {
  t: PageTexts;
  team: { id: string };
  nameOf: NameOf;
}

/** Changes by names, one below the other; positions go on from where others ended. */
export const changesView = (showing: Showing, changes: readonly ShownChange[], from = 0): Html => {
  // Those of other teams say so.
  const proposal = { teamIds: [], status: 'open' } as const;
  const shown = { ...showing, fieldNames: new Map<string, string>(), proposal: { ...proposal, teamIds: [] } };
  return html`<ol class="plain items">
    ${changes.map((change, position) =>
      changeView(shown, change, { position: from + position, isTicked: undefined }),
    )}
  </ol>`;
};

/** The head of a page about a rule, with the ways back. */
export const ruleHead = (
  {
    t,
    team,
    rule,
    isOfPart = false,
  }: {
    t: PageTexts;
    team: { id: string; name: string };
    rule: Pick<Rule, 'id' | 'name'>;
    /** Whether the page is about a part of it. */
    isOfPart?: boolean;
  },
  body: Fragment,
): Html =>
  html`<header class="intro">
    <p class="crumbs">
      <a href="${boardPath(team.id)}"><bdi>${team.name}</bdi></a>
      <a href="${rulesPath(team.id)}">${t.text('rule.all')}</a>
      ${isOfPart && html`<a href="${rulePath(team.id, rule.id)}"><bdi>${rule.name}</bdi></a>`}
    </p>
    ${body}
  </header>`;
