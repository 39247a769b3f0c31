import type * as z from 'zod';
import type { Rule } from '../../events/rules/rule.ts';
import type { Team } from '../../identity/team/team.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { toolsOutcome, type FormTools } from '../../pages/kit/form-tools.ts';
import { outcomeOf } from '../../pages/kit/form-view.ts';
import type { PageTexts } from '../../pages/messages/page-messages.ts';
import { timeElement } from '../../pages/messages/times-view.ts';
import { inEnglish } from '../../pages/session/page-error.ts';
import { rulePath } from '../../planning/paths/page-paths.ts';
import type { NameOf } from '../proposal-pages/proposal-facts-view.ts';
import type { ShownChange } from '../proposal-pages/proposed-fields.ts';
import type { rulePreviewSchema } from '../rules/preview-schemas.ts';
import { switchView } from './rule-view.ts';
import { changesView, ruleHead } from './shown-changes.ts';

/** What a rule would have done for an event. */
export interface PreviewedEffect {
  /** When the event happened. */
  at: string;
  change: ShownChange;
}

interface ShownPreview {
  t: PageTexts;
  tools: FormTools;
  team: Pick<Team, 'id' | 'name'>;
  rule: Rule;
  preview: z.output<ReturnType<typeof rulePreviewSchema>>;
  /** The first effects, oldest first. */
  effects: readonly PreviewedEffect[];
  /** The reader. */
  memberId: string;
  nameOf: NameOf;
}

/** What a rule would have done, next to what switches it on. */
export function previewView(shown: ShownPreview): Html {
  const { t, tools, team, rule, preview, effects } = shown;
  const at = rulePath(team.id, rule.id);
  const { matched, events, wouldFail, would, truncated } = preview;
  return html`<article class="proposal">
    ${ruleHead(
      { t, team, rule, isOfPart: true },
      html`<h1>${t.text('rule.preview')}</h1>
        <p class="hint">${t.text('rule.previewText')}</p>`,
    )}
    ${toolsOutcome(tools, outcomeOf(t, { made: 'rule.made' }, tools.done), `${at}/switch`)}
    <div class="sides">
      <div>
        <p>
          <strong>${t.text('rule.matched', { count: matched })}</strong>
          ${t.text('rule.events', { count: events })}
        </p>
        ${failuresView(t, wouldFail)}
        ${[
          ...Map.groupBy(
            effects.map((effect, position) => ({ ...effect, position })),
            (one) => one.at,
          ),
        ].map(
          ([time, some]) =>
            html`<p class="hint">${timeElement(time, t)}</p>
              ${changesView(
                shown,
                some.map(({ change }) => change),
                some[0]!.position,
              )}`,
        )}
        ${(truncated || would.length > effects.length) && html`<p class="notice">${t.text('rule.cut')}</p>`}
      </div>
      <section class="card decision" aria-label="${t.text(rule.enabled ? 'rule.isOn' : 'rule.isOff')}">
        ${switchView(shown, at)}
      </section>
    </div>
  </article>`;
}

/** Why runs would have failed, the same reason once. */
function failuresView(t: PageTexts, failures: ShownPreview['preview']['wouldFail']): Fragment {
  if (failures.length === 0) return undefined;
  return html`<section class="notice bad" aria-labelledby="failures">
    <h2 id="failures">${t.text('rule.wouldFail')}</h2>
    <ul>
      ${[...Map.groupBy(failures, ({ code, message }) => `${code} ${message}`).values()].map(
        (some) =>
          html`<li>${t.text('rule.times', { count: some.length })}: ${inEnglish(some[0]!.message)}</li>`,
      )}
    </ul>
  </section>`;
}
