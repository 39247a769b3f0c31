import type { Rule } from '../../events/rules/rule.ts';
import type { Team } from '../../identity/team/team.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { toolsOutcome, type FormTools } from '../../pages/kit/form-tools.ts';
import { button, outcomeOf, teamForm } from '../../pages/kit/form-view.ts';
import type { PageTexts, PlainText } from '../../pages/messages/page-messages.ts';
import { rulePath, storyPath } from '../../planning/paths/page-paths.ts';
import type { RevertOutcome } from '../change-sets/revert-outcome.ts';
import { nameOfField, nameOfKind } from '../proposal-pages/proposed-names.ts';
import { ruleHead } from './shown-changes.ts';

/** The times that one can choose. */
export const spans = [
  { name: 'hours', hours: 24 },
  { name: 'week', hours: 7 * 24 },
  { name: 'month', hours: 30 * 24 },
] as const;

export type Span = (typeof spans)[number];

interface ShownReversal {
  t: PageTexts;
  tools: FormTools;
  team: Pick<Team, 'id' | 'name'>;
  rule: Pick<Rule, 'id' | 'name'>;
  span: Span;
  /** When the time began. */
  since: string;
  /** Undefined where there is too much to say it at once. */
  outcome: RevertOutcome | undefined;
  names: ReadonlyMap<string, string>;
}

/** What would be taken back, with the button that does. */
export function reversalView(shown: ShownReversal): Html {
  const { t, tools, team, rule, span, since, outcome } = shown;
  const at = `${rulePath(team.id, rule.id)}/revert`;
  const isSome = outcome === undefined || outcome.reverted.length > 0;
  const done = outcomeOf(t, { reverted: outcome === undefined ? 'rule.long' : 'rule.reverted' }, tools.done);
  return html`${ruleHead(
      { t, team, rule, isOfPart: true },
      html`<h1>${t.text('rule.revert')}</h1>
        <p class="hint">${t.text('rule.revertText')}</p>`,
    )}
    <nav class="tabs" aria-label="${t.text('rule.revert')}">
      <ul class="plain">
        ${spans.map(
          ({ name }) =>
            html`<li>
              <a href="${at}?span=${name}" ${name === span.name && html`aria-current="page"`}
                >${t.text(`rule.${name}`)}</a
              >
            </li>`,
        )}
      </ul>
    </nav>
    ${toolsOutcome(tools, done, at)}
    <div class="narrow">
      ${outcome === undefined && tools.done === undefined && html`<p class="notice">${t.text('rule.long')}</p>`}
      ${!isSome && html`<p>${t.text('rule.nothingBack')}</p>`} ${outcome && partsView(shown, outcome)}
      ${isSome && teamForm(tools, at, { since, span: span.name }, button(t.text('rule.revertNow')))}
    </div>`;
}

function partsView(shown: ShownReversal, { reverted, conflicts, irreversible }: RevertOutcome): Fragment {
  const { t } = shown;
  return [
    partView(
      shown,
      'rule.wouldRevert',
      reverted.map((one) => ({ ...one, parts: one.fields })),
    ),
    partView(
      shown,
      'rule.conflicts',
      conflicts.map((one) => ({ ...one, parts: [one.field] })),
    ),
    partView(
      shown,
      'rule.irreversible',
      irreversible.map((one) => ({ ...one, parts: [] })),
    ),
  ].map((part) => part && html`<section aria-label="${t.text('rule.revert')}">${part}</section>`);
}

interface ReversalPart {
  resource: string;
  id: string;
  storyId?: string | undefined;
  /** The fields that it is about. */
  parts: readonly string[];
}

function partView({ t, names }: ShownReversal, title: PlainText, all: readonly ReversalPart[]): Fragment {
  if (all.length === 0) return undefined;
  return html`<h2>${t.text(title)}</h2>
    <ul>
      ${all.map(({ resource, id, storyId, parts }) => {
        const story = resource === 'story' ? id : storyId;
        const name = names.get(id) ?? (storyId && names.get(storyId)) ?? '';
        return html`<li>
          ${nameOfKind(t, resource)}
          ${story === undefined ? html`<bdi>${name}</bdi>` : html`<a href="${storyPath(story)}"><bdi>${name}</bdi></a>`}${
            parts.length > 0 &&
            html`: ${parts.map((field, position) => [position > 0 && ', ', nameOfField(t, resource, field)])}`
          }
        </li>`;
      })}
    </ul>`;
}
